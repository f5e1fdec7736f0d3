/** Optional packages: never bundled, loaded from node_modules when the server asks for them. */
export const EXTERNAL = ['better-sqlite3', 'pg'] as const
