import { git } from '../../src/git/git.ts'
import { gitProblem } from '../../src/git/problem.ts'
import { plainLine } from '../../src/text/plain.ts'
import type { Work } from './work.ts'

export interface Commit {
  readonly id: string
  /** Day of the commit, as in 2026-11-30. */
  readonly day: string
  readonly subject: string
}

/** The last commits, newest first; a text says why there are none to show. */
export async function readCommits({ host, cwd, left }: Work, number: number): Promise<Commit[] | string> {
  const format = '--format=%h%x00%cd%x00%s'
  const result = await git(
    host,
    cwd,
    ['log', '-z', '-n', String(number), '--date=short', '--encoding=UTF-8', '--no-color', format],
    { timeoutMs: left() },
  )
  if (/does not have any commits yet/.test(result.stderr)) return 'none yet'
  const problem = gitProblem(result)
  if (problem !== undefined) return problem
  const words = result.stdout.split('\0')
  const commits: Commit[] = []
  for (let index = 0; index + 2 < words.length; index += 3) {
    const [id = '', day = '', subject = ''] = words.slice(index, index + 3)
    commits.push({ id, day, subject })
  }
  return commits
}

const MAX_SUBJECT = 120
const MAX_CHARACTERS = 2000

export function commitLines(commits: readonly Commit[] | string): string[] {
  if (typeof commits === 'string') return [`Recent commits: ${commits}`]
  const lines = ['Recent commits, newest first:']
  let room = MAX_CHARACTERS
  for (const { id, day, subject } of commits) {
    const line = `  ${plainLine(id, 40)} ${plainLine(day, 10)} ${JSON.stringify(plainLine(subject, MAX_SUBJECT))}`
    room -= line.length
    if (room < 0) {
      lines.push(`  (${commits.length - lines.length + 1} more not listed)`)
      break
    }
    lines.push(line)
  }
  return lines
}
