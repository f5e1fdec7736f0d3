import type { RunResult } from '../host/host.ts'
import { plainLine } from '../text/plain.ts'
import { UNSAFE_FILTERS } from './compare.ts'

/**
 * Why a git call gave nothing, as a plain fact; undefined when it succeeded. What git itself
 * says may hold text from the repository, so it is quoted.
 */
export function gitProblem(result: RunResult): string | undefined {
  switch (result.ended) {
    case 'exited':
      return result.code === 0 ? undefined : refusal(result)
    case 'timeout':
      return 'not known: git timed out'
    case 'missing':
      return 'not known: git is not installed, or not in PATH'
    case 'signal':
      return 'not known: git was killed'
    case 'failed':
      return `not known: ${result.problem === UNSAFE_FILTERS ? UNSAFE_FILTERS : 'git could not be started'}`
  }
}

function refusal({ stderr, code }: RunResult): string {
  if (/^fatal: not a git repository/m.test(stderr)) return 'not a git repository'
  if (/^fatal: (?:detected dubious|unsafe repository)/m.test(stderr)) {
    return 'not known: git refuses to read this repository, since the folder belongs to another user (safe.directory)'
  }
  const said = /^(?:fatal|error): (.*)$/m.exec(stderr)?.[1]
  return said
    ? `not known: git said ${JSON.stringify(plainLine(said, 160))}`
    : `not known: git ended with exit code ${code}`
}
