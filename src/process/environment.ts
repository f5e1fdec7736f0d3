/** Names of variables that stay when others are set or removed; on Windows `Path` is `PATH`. */
export function keptNames(names: readonly string[], changed: readonly string[], windows: boolean): string[] {
  const same = (name: string) => (windows ? name.toUpperCase() : name)
  const gone = new Set(changed.map(same))
  return names.filter((name) => !gone.has(same(name)))
}
