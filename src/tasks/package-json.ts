export type ScriptFile = 'package.json' | 'composer.json' | 'deno.json'

/** The scripts in the text of such a file, by name. */
export function scriptsIn(text: string, file: ScriptFile): Readonly<Record<string, string>> {
  const scripts: Record<string, string> = {}
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return scripts // The package manager can't read it either.
  }
  const section = (parsed as Record<string, unknown> | null)?.[file === 'deno.json' ? 'tasks' : 'scripts']
  if (typeof section !== 'object' || section === null) return scripts
  for (const [name, value] of Object.entries(section)) {
    if (typeof value === 'string') scripts[name] = value
    else if (Array.isArray(value)) scripts[name] = value.filter((line) => typeof line === 'string').join('\n')
  }
  return scripts
}

/** What running a script runs: with what goes before and after it. */
export function scriptText(
  scripts: Readonly<Record<string, string>>,
  name: string,
  args: string,
): string | undefined {
  const own = Object.hasOwn(scripts, name) ? scripts[name] : undefined
  if (own === undefined) return undefined
  return [scripts[`pre${name}`], args === '' ? own : `${own} ${args}`, scripts[`post${name}`]]
    .filter((line) => line !== undefined)
    .join('\n')
}
