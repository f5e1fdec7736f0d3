import type { Host } from '../host/host.ts'
import { joinPath, parentOf } from '../paths/written.ts'

/** A repository of the plain kind, whose files say what git would say of it. */
export interface PlainRepository {
  /** The root of its work tree, without links. */
  readonly top: string
  /** The whole reference that HEAD points at (`refs/heads/main`); undefined: it is detached. */
  readonly head: string | undefined
  /** The text of its configuration. */
  readonly config: string
}

/** Bytes; more than the configuration of a repository takes. */
const MAX_CONFIG = 64 * 1024

/**
 * The repository that git finds from `cwd`, read without starting git, which costs more than all
 * else that a hook does. Undefined where only git can say, or where there is none: what is read here is
 * less than what git takes (setup.c: setup_git_directory_gently_1, is_git_directory,
 * check_repository_format; refs/files-backend.c), and where a file holds anything else, git is to be asked.
 * One thing is not looked at: whether git trusts the folder's owner. Where it does not, it refuses
 * every command that is judged here as well.
 */
export function plainRepository(host: Host, cwd: string): PlainRepository | undefined {
  const start = host.platform === 'win32' || host.envNames().some(changesGit) ? undefined : host.realpath(cwd)
  if (start === undefined || !isSame(host, cwd, start)) return undefined
  const device = host.stat(start)?.device
  let folder: string | undefined = start
  for (; folder !== undefined; folder = parentOf(folder)) {
    // Git stops where another file system begins.
    if (host.stat(folder)?.device !== device) return undefined
    if (host.lstat(joinPath(folder, '.git'))) break
    // It may be a git folder itself: of a bare repository, or one that we are inside of.
    if (host.lstat(joinPath(folder, 'HEAD'))) return undefined
  }
  return folder === undefined ? undefined : readPlain(host, folder, device)
}

function readPlain(host: Host, top: string, device: number | undefined): PlainRepository | undefined {
  const folder = joinPath(top, '.git')
  const look = (name: string) => host.lstat(`${folder}/${name}`)?.kind
  const own = host.lstat(folder)
  if (own?.kind !== 'directory' || own.device !== device) return undefined
  for (const name of ['objects', 'refs']) {
    // Git takes no folder for its own where it may not look into these.
    if (look(name) !== 'directory' || look(`${name}/.`) !== 'directory') return undefined
  }
  // A worktree's folder, whose configuration lies elsewhere.
  if (look('commondir') !== undefined) return undefined
  if (look('HEAD') !== 'file' || look('config') !== 'file') return undefined
  const config = bytesOf(host, `${folder}/config`, MAX_CONFIG)
  const text = config && new TextDecoder().decode(config)
  if (text === undefined || !isPlain(text)) return undefined
  const written = latin(bytesOf(host, `${folder}/HEAD`, MAX_HEAD))
  const head = BRANCH.exec(written)?.[1]
  if (head === undefined ? !COMMIT.test(written) : UNFIT.test(head)) return undefined
  if (head !== undefined && !endsAt(host, `${folder}/${head}`)) return undefined
  return { top, head, config: text }
}

/** Of a link into another mount namespace, or of a name that is no UTF-8, the text says another folder. */
function isSame(host: Host, one: string, other: string): boolean {
  const [a, b] = [host.stat(one), host.stat(other)]
  return a !== undefined && a.device === b?.device && a.inode === b.inode
}

/** A branch may lead on to another one. Packed ones do not: what is in no file of its own is one, or none. */
function endsAt(host: Host, file: string): boolean {
  const kind = host.lstat(file)?.kind
  return kind === undefined || (kind === 'file' && COMMIT.test(latin(bytesOf(host, file, MAX_HEAD))))
}

/** Undefined where there are more, or none can be read. */
function bytesOf(host: Host, file: string, most: number): Uint8Array | undefined {
  try {
    const bytes = host.readFile(file, most)
    return bytes.length < most ? bytes : undefined
  } catch {
    return undefined
  }
}

/** A character for each byte: nothing is left out, as a byte order mark is elsewhere. */
const latin = (bytes: Uint8Array | undefined) => String.fromCharCode(...(bytes ?? []))

/** Bytes. */
const MAX_HEAD = 1024
const BRANCH = /^ref: (refs\/heads\/\w[\w.+#@-]*(?:\/\w[\w.+#@-]*)*)\n$/
/** What no name of a reference holds (git-check-ref-format(1)), of what BRANCH lets through. */
const UNFIT = /\.\.|\.(?:lock)?(?:\/|$)/
const COMMIT = /^[0-9a-f]{40}\n$/

/** No other files, no other work tree, and the one format that has always been. */
function isPlain(config: string): boolean {
  const rest = config
    .toLowerCase()
    .replace(/^\s*bare\s*=\s*false\s*$/gm, '')
    .replace(/^\s*repositoryformatversion\s*=\s*0\s*$/gm, '')
  return !/bare|repositoryformatversion|include|worktree|extensions/.test(rest)
}

/**
 * Variables that may make git find another repository, or another HEAD in it. Those that `git`
 * (git.ts) takes away mean nothing.
 */
function changesGit(name: string): boolean {
  return name.startsWith('GIT_') && !MEANINGLESS.test(name)
}

const MEANINGLESS =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|CONFIG_PARAMETERS|CONFIG_COUNT|EXTERNAL_DIFF|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|SSH|SSH_COMMAND|TERMINAL_PROMPT|OPTIONAL_LOCKS|TRACE|(?:AUTHOR|COMMITTER|SSL|HTTP|CURL|LFS|TRACE|PS1)_\w+)$/
