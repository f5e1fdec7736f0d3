import type { Host } from '../../src/host/host.ts'

/** What collecting the facts of one session start needs. Paths are absolute. */
export interface Work {
  readonly host: Host
  readonly cwd: string
  readonly projectRoot: string
  /** Milliseconds left until the common deadline; at least 1. */
  left(): number
  /** A line for `--explain`. */
  readonly note: (line: string) => void
}

/**
 * One source's answer, with its time noted. A source that throws gives the words for that
 * instead, so that one broken source never costs the others.
 */
export async function timed<Answer>(
  work: Work,
  what: string,
  source: () => Promise<Answer>,
): Promise<Answer | string> {
  const started = work.host.now()
  let answer: Answer | string
  try {
    answer = await source()
  } catch (error) {
    answer = `not known: ${error instanceof Error ? error.message : 'an unexpected error'}`
  }
  const problem = typeof answer === 'string' ? `: ${answer}` : ''
  work.note(`${what}, ${Math.round(work.host.now() - started)} ms${problem}`)
  return answer
}
