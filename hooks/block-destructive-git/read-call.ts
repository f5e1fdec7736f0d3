import type { Host } from '../../src/host/host.ts'
import { resolvePath } from '../../src/paths/written.ts'
import type { Command, Word } from '../../src/shell/command.ts'
import type { GitCall } from './call.ts'
import { leading } from './words.ts'

/** Options of git itself that take a word. */
const VALUED =
  /^--(?:git-dir|work-tree|namespace|super-prefix|config-env|exec-path|attr-source|list-cmds)$|^-[Cc]$/

/** Variables that lead git to another repository or give it other settings. */
const LEADS = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|CONFIG\w*)$/

/** Variables that say where the configuration is. */
const SETS = /^(?:GIT_CONFIG\w*|HOME|USERPROFILE|XDG_CONFIG_HOME)$/

/** Those that the surroundings of a call may have set, for its shell too (git sets them for its hooks). */
const SURROUNDING = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_NAMESPACE'] as const

/** The git call that a command is; undefined when it is none. */
export function readCall(
  command: Command,
  windows: boolean,
  exported = false,
  host?: Pick<Host, 'env'>,
): GitCall | undefined {
  const [program, ...rest] = command.argv
  const jar = rest[rest.findIndex(({ value }) => value === '-jar') + 1]?.value ?? ''
  const isJar =
    program?.value !== undefined &&
    baseName(program.value) === 'java' &&
    /(?:^|[\\/])bfg[^\\/]*\.jar$/.test(jar)
  const sub = isJar ? 'filter-repo' : program && gitProgram(program)
  if (sub === undefined) return undefined
  const state = new Own(command, windows, host)
  let at = 0
  if (sub === '') {
    for (; at < rest.length; at++) {
      const word = rest[at]
      const text = word ? leading(word) : ''
      if (!word || !text.startsWith('-') || /^(?:-h|-v|--help|--version)$/.test(text)) break
      const [name = '', ...glued] = text.split('=')
      if (glued.length === 0 && VALUED.test(text)) state.take(name, rest[++at])
      else if (glued.length > 0) state.take(name, after(word, name.length + 1))
    }
  }
  const named = sub === '' ? rest[at] : undefined
  return {
    command,
    sub: sub === '' ? (named === undefined ? '' : named.value) : sub,
    words: sub === '' ? rest.slice(at + 1) : rest,
    dir: state.dir,
    folders: state.folders,
    settings: state.settings,
    elsewhere: command.via.some((wrapper) => wrapper.elsewhere),
    more: command.moreOperands,
    otherSettings: state.otherSettings,
    ...state.problem(exported),
  }
}

/** What git's own options say. */
class Own {
  dir: string | undefined
  readonly folders: string[] = []
  readonly settings = new Map<string, string>()
  otherSettings = false
  private unknown: string | undefined
  private readonly command: Command
  private readonly windows: boolean

  constructor(command: Command, windows: boolean, host: Pick<Host, 'env'> | undefined) {
    this.command = command
    this.windows = windows
    this.dir = command.cwd
    const around = SURROUNDING.flatMap((name) => {
      const value = host?.env(name)
      return value ? [[name, textWord(value)] as const] : []
    })
    const environment = { ...Object.fromEntries(around), ...command.environment }
    for (const [name, word] of Object.entries(environment)) {
      if (name === 'GIT_DIR') this.take('--git-dir', word)
      else if (name === 'GIT_WORK_TREE') this.take('--work-tree', word)
      else if (LEADS.test(name)) this.unknown = `${name} is set`
      if (SETS.test(name)) this.otherSettings = true
    }
  }

  take(name: string, word: Word | undefined): void {
    const value = word?.value
    if (name === '-C') {
      if (value === '') return
      this.dir = value === undefined ? undefined : this.resolve(value)
    } else if (name === '--git-dir' || name === '--work-tree') {
      const path = value === undefined ? undefined : this.resolve(value)
      if (path === undefined) this.unknown = `the value of ${name} is not known`
      else this.folders.push(`${name}=${path}`)
    } else if (name === '-c') {
      const [key = '', ...rest] = (value ?? '').split('=')
      if (value === undefined || /^include(?:if)?\./i.test(key)) {
        this.unknown = value === undefined ? 'a setting of -c is not known' : 'it includes other settings'
        this.otherSettings = true
      } else this.settings.set(key.toLowerCase(), rest.length === 0 ? 'true' : rest.join('='))
    } else if (name === '--config-env') {
      this.unknown = 'a setting comes from a variable'
      this.otherSettings = true
    } else if (name === '--namespace') {
      this.unknown = 'a namespace is set'
    }
  }

  problem(exported: boolean): { readonly unreadable?: string } {
    if (exported) return { unreadable: 'the command exports a variable that leads git elsewhere' }
    if (this.unknown !== undefined) return { unreadable: this.unknown }
    return this.dir === undefined ? { unreadable: 'the folder it works in is not known' } : {}
  }

  private resolve(path: string): string | undefined {
    if (this.dir !== undefined) return resolvePath(this.dir, path, this.windows)
    const absolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)
    return absolute ? resolvePath(this.command.cwd ?? '/', path, this.windows) : undefined
  }
}

/** '' for git itself, the subcommand for `git-reset`; undefined for other programs. */
function gitProgram(word: Word): string | undefined {
  if (word.value === undefined) {
    // `$GIT`, `"$(which git)"`, `${X:-git}`: what else could it be?
    const maybe = word.parts.flatMap((part) => (part.kind === 'unknown' ? (part.maybe ?? []) : []))
    return /(?<![a-z])git(?![a-z])/i.test(word.source) || maybe.some((one) => baseName(one) === 'git')
      ? ''
      : undefined
  }
  const name = baseName(word.value)
  if (name === 'git' || name === 'hub') return ''
  // They do the same with a repository.
  if (name === 'bfg') return 'filter-repo'
  if (name === 'patch') return 'apply'
  return name.startsWith('git-') ? name.slice(4) : undefined
}

export function baseName(path: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return base.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase()
}

const textWord = (value: string): Word => ({
  value,
  parts: [{ kind: 'text', text: value }],
  source: value,
})

function after(word: Word, length: number): Word {
  const value = word.value?.slice(length)
  if (value === undefined) return { value, parts: word.parts, source: word.source }
  return { ...textWord(value), source: word.source }
}

/** True when the text leads all git commands that follow to another repository. */
export function exportsFolder(text: string): boolean {
  return /(?:export|declare|typeset|set|setenv|\$env:)\s*(?:-\w+\s+)*GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|CONFIG)/i.test(
    text,
  )
}

/** True when the text says for all that follows where git finds its configuration. */
export function changesSettings(text: string): boolean {
  return /(?:export|declare|typeset|set|setenv|\$env:)\s*(?:-\w+\s+)*(?:GIT_CONFIG|HOME\b|XDG_CONFIG_HOME)/i.test(
    text,
  )
}
