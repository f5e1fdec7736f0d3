/** One line of the server's own log, on stderr: a time, what happened, nothing of any record. */
export type Log = (what: string, more?: Readonly<Record<string, unknown>>) => void

export function logTo(write: (line: string) => void): Log {
  return (what, more = {}) => {
    const fields = Object.entries(more).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    write(`${new Date().toISOString()} ${what}${fields.join('')}\n`)
  }
}

/** The first line of an error: what it was, without a stack. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
