/** `$info.Verb = 'runas'`, `$shell.ShellExecute('cmd', '', '', 'runas')`. */
export function asVerb(text: string): boolean {
  return /\.Verb\s*=\s*['"]?runas|\.ShellExecute\([^)]*,\s*['"]runas/i.test(text)
}

/** `-Verb RunAs`, `-verb:runas` and any shorter form of the option. */
export function asAdministrator(values: readonly string[]): boolean {
  return values.some((value, index) =>
    /^-ve?r?b?:?$/i.test(value) ? /^runas/i.test(values[index + 1] ?? '') : /^-ve?r?b?:runas/i.test(value),
  )
}

/** Windows' ways to start something as the system or another user. */
export function ofWindows(name: string, values: readonly string[]): string | undefined {
  const has = (option: RegExp, value?: RegExp) =>
    values.some((one, index) => option.test(one) && (value?.test(values[index + 1] ?? '') ?? true))
  if (/^psexec(?:64)?$/.test(name) && has(/^[-/][sh]$/i)) return 'psexec starts a program as the system'
  if (
    name === 'schtasks' &&
    has(/^\/create$/i) &&
    (has(/^\/ru$/i, /^(?:nt authority\\)?system$/i) || has(/^\/rl$/i, /^highest$/i))
  )
    return 'schtasks has a program run as the system'
  if (name === 'wsl' && has(/^(?:-u|--user)$/, /^root$/)) return 'wsl --user root runs commands as root'
  return undefined
}
