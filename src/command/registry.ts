import type { Hook } from '../hook.ts'

/** Every hook by its name, loaded when it is asked for. */
export type Registry = Readonly<Record<string, () => Promise<Hook>>>
