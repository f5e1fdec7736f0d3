import type { Host } from '../host/host.ts'

/** The argv that gives a shell command, which the user wrote as one, to the system's shell. */
export function shellArgv(host: Host, command: string): string[] {
  return host.platform === 'win32' ? ['cmd', '/d', '/s', '/c', command] : ['sh', '-c', command]
}

/** An argv as a person would type it, for messages. */
export function shownArgv(argv: readonly string[]): string {
  return argv
    .map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
