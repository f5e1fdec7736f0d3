import { git } from '../../src/git/git.ts'
import { plainRepository } from '../../src/git/plain-repository.ts'
import { gitProblem } from '../../src/git/problem.ts'
import { readRepository } from '../../src/git/repository.ts'
import { type GitStatus, readStatus } from '../../src/git/status.ts'
import type { Host } from '../../src/host/host.ts'
import { type GitCall, Unreadable } from './call.ts'

const TIMEOUT = 5000
/** Programs started in one call; more counts as not knowing. */
const MAX_RUNS = 40
/** Commits looked at; more are lost all the same. */
const MAX_COMMITS = 1000

/** The repository that a call works in. All questions throw an `Unreadable` without an answer. */
export interface Repository {
  readonly host: Host
  readonly dir: string
  /** The repository around another folder, whatever options this one is named by. */
  around(folder: string): Repository
  status(): Promise<GitStatus>
  /** The root of the work tree. */
  top(): Promise<string>
  /** The whole reference that HEAD points at; undefined: it is detached. */
  head(): Promise<string | undefined>
  /** The branch that is checked out, without `refs/heads/`; undefined: none is. */
  branch(): Promise<string | undefined>
  /** The output of a git command that only reads; undefined when it ends with another exit code. */
  read(args: readonly string[]): Promise<string | undefined>
  /** The commit that a revision means; undefined when there is none. */
  commit(revision: string): Promise<string | undefined>
  /** Commits that `from` reaches and nothing in `kept` does: short hash and subject. */
  only(from: string, kept: readonly string[]): Promise<readonly string[]>
}

/** Opens repositories, each once. */
export function repositories(host: Host): (call: GitCall) => Repository {
  const opened = new Map<string, Repository>()
  return (call) => {
    if (call.unreadable !== undefined) throw new Unreadable(call.unreadable)
    const { dir, folders } = call
    if (dir === undefined) throw new Unreadable('the folder it works in is not known')
    if (host.stat(dir)?.kind !== 'directory') throw new Unreadable(`there is no folder ${dir}`)
    const key = [dir, ...folders].join('\0')
    const found = opened.get(key) ?? open(host, dir, folders)
    opened.set(key, found)
    return found
  }
}

/** `folders`: options of git by which it looks elsewhere than it would from `dir`. */
function open(plainHost: Host, dir: string, folders: readonly string[]): Repository {
  const host = withFolders(plainHost, folders)
  const elsewhere = folders.length > 0
  const answers = new Map<string, Promise<string | undefined>>()
  let status: Promise<GitStatus | string> | undefined
  let place: ReturnType<typeof readRepository> | undefined
  const read = (args: readonly string[]) => {
    const key = args.join('\0')
    const answer = answers.get(key) ?? ask(host, dir, args)
    answers.set(key, answer)
    return answer
  }
  let headRead: Promise<string | undefined> | undefined
  const head = () => (headRead ??= readHead())
  const readHead = async () => {
    const plain = elsewhere ? undefined : plainRepository(host, dir)
    if (plain) return plain.head
    // With --short, a branch that a tag has the name of would be called heads/main.
    return (await read(['symbolic-ref', '-q', 'HEAD']))?.trim()
  }
  return {
    host,
    dir,
    around: (folder) => open(plainHost, folder, []),
    read,
    head,
    branch: async () => (await head())?.replace(/^refs\/heads\//, ''),
    status: async () => {
      status ??= readStatus(host, dir, { timeoutMs: TIMEOUT, elsewhere })
      const known = await status
      if (typeof known === 'string') throw new Unreadable(said(known))
      if (known.incomplete) throw new Unreadable('too much has changed to look at it')
      return known
    },
    top: async () => {
      place ??= readRepository(host, dir, TIMEOUT)
      const known = await place
      if (typeof known === 'string') throw new Unreadable(said(known))
      if (known.top === undefined) throw new Unreadable('there is no work tree')
      return known.top
    },
    commit: async (revision) => {
      if (/^-|[\s\0]/.test(revision)) return undefined
      return (await read(['rev-parse', '--verify', '-q', `${revision}^{commit}`]))?.trim() || undefined
    },
    only: async (from, kept) => {
      const text = await read(['rev-list', '--oneline', `--max-count=${MAX_COMMITS}`, from, '--not', ...kept])
      if (text === undefined) throw new Unreadable('its commits could not be listed')
      return text.split('\n').filter((line) => line !== '')
    },
  }
}

async function ask(host: Host, dir: string, args: readonly string[]): Promise<string | undefined> {
  const result = await git(host, dir, args, { timeoutMs: TIMEOUT, maxOutputBytes: 2 * 1024 * 1024 })
  if (result.ended === 'exited' && result.code !== 0 && !/not a git repository|dubious/.test(result.stderr)) {
    return undefined
  }
  const problem = gitProblem(result)
  if (problem !== undefined) throw new Unreadable(said(problem))
  if (result.omitted > 0) throw new Unreadable('git said more than is read')
  return result.stdout
}

const said = (problem: string) =>
  problem === 'not a git repository'
    ? 'there is no git repository to look at'
    : problem.replace(/^not known: /, '')

function withFolders(host: Host, folders: readonly string[]): Host {
  if (folders.length === 0) return host
  return { ...host, run: ([program = '', ...words], how) => host.run([program, ...folders, ...words], how) }
}

/** After some programs no more is started, which counts as not knowing. */
export function limitedHost(host: Host): Host {
  let left = MAX_RUNS
  return {
    ...host,
    run: async (argv, how) => {
      if (left-- > 0) return host.run(argv, how)
      const nothing = { code: -1, stdout: '', stderr: '', omitted: 0, durationMs: 0 }
      return { ended: 'failed', ...nothing, problem: 'too many commands' }
    },
  }
}
