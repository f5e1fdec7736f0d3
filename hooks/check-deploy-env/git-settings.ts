import { git } from '../../src/git/git.ts'
import type { Host } from '../../src/host/host.ts'
import { resolvePath } from '../../src/paths/written.ts'
import { splitWords } from '../../src/process/words.ts'
import type { Argument, Arguments } from './call.ts'
import { readArguments } from './call.ts'
import type { Call, Scene } from './scene.ts'

/** git's settings by their keys in git's own form: `remote.origin.url`. */
export type GitSettings = ReadonlyMap<string, readonly string[]>

const WANTED = '^(remote|url|branch|alias|push)\\.'

/** Options of git itself and of `git push` whose value is the next word. */
const GIT_VALUED = new Set(
  '-C -c --git-dir --work-tree --namespace -o --push-option --receive-pack --exec --repo'.split(' '),
)

export function gitArguments({ words }: Call): Arguments {
  return readArguments(words, GIT_VALUED)
}

/** The settings that a git call sees: the configuration of its folder, and its own `-c`. */
export async function gitSettings(call: Call, scene: Scene): Promise<GitSettings> {
  const folder = gitFolder(call, scene)
  const settings =
    folder === undefined ? new Map<string, string[]>() : await settingsIn(folder, scene.ctx.host)
  for (const [key, value] of scene.gitAliases) add(settings, key, value)
  for (const { name, value } of gitArguments(call).flags) {
    const [, key, set] = /^([^=]+)=(.*)$/s.exec(name === '-c' ? (value?.value ?? '') : '') ?? []
    if (key !== undefined && set !== undefined) add(settings, key, set)
  }
  return settings
}

/** What git's configuration says in a folder. */
export async function settingsIn(folder: string, host: Host): Promise<Map<string, string[]>> {
  const settings = new Map<string, string[]>()
  const { ended, code, stdout } = await git(host, folder, ['config', '--null', '--get-regexp', WANTED])
  if (ended !== 'exited' || code !== 0) return settings
  for (const entry of stdout.split('\0')) {
    const cut = entry.indexOf('\n')
    if (cut > 0) add(settings, entry.slice(0, cut), entry.slice(cut + 1))
  }
  return settings
}

function add(settings: Map<string, string[]>, key: string, value: string): void {
  // The parts around the middle one are written in any letter case.
  const [, section = key, middle = '', last = ''] = /^([^.]+)(\..*)?(\.[^.]+)$/s.exec(key) ?? []
  const plain = `${section.toLowerCase()}${middle}${last.toLowerCase()}`
  settings.set(plain, [...(settings.get(plain) ?? []), value])
}

/** The folder that a git call works in; undefined when that is not known or not here. */
export function gitFolder(call: Call, scene: Scene): string | undefined {
  let folder = call.command.cwd
  if (call.elsewhere) return undefined
  const { host } = scene.ctx
  for (const { name, value } of gitArguments(call).flags) {
    if (name !== '-C' || folder === undefined) continue
    folder =
      value?.value === undefined ? undefined : resolvePath(folder, value.value, host.platform === 'win32')
  }
  return folder !== undefined && host.stat(folder)?.kind === 'directory' ? folder : undefined
}

/** Where a push to a remote goes, by its settings (git-config(1): remote.*, url.*). */
export function pushAddresses(remote: string, settings: GitSettings): readonly string[] {
  const own = settings.get(`remote.${remote}.pushurl`)
  const written = own ?? settings.get(`remote.${remote}.url`) ?? []
  return written.map((url) => {
    const forPush = own ? undefined : rewritten(url, '.pushinsteadof', settings)
    return forPush ?? rewritten(url, '.insteadof', settings) ?? url
  })
}

/** Where a fetch from a remote comes from. */
export function fetchAddress(remote: string, settings: GitSettings): string | undefined {
  const url = settings.get(`remote.${remote}.url`)?.[0]
  return url === undefined ? undefined : (rewritten(url, '.insteadof', settings) ?? url)
}

/** The longest prefix wins. */
function rewritten(url: string, ending: string, settings: GitSettings): string | undefined {
  let best: { readonly base: string; readonly prefix: string } | undefined
  for (const [key, prefixes] of settings) {
    if (!key.startsWith('url.') || !key.endsWith(ending)) continue
    for (const prefix of prefixes) {
      if (url.startsWith(prefix) && prefix.length > (best?.prefix.length ?? 0))
        best = { base: key.slice('url.'.length, -ending.length), prefix }
    }
  }
  return best && best.base + url.slice(best.prefix.length)
}

/** The remote of a push that names none (git-push(1)). */
export function defaultRemote(branch: string | undefined, settings: GitSettings): string {
  const last = (key: string) => settings.get(key)?.at(-1)
  const own = branch === undefined ? undefined : last(`branch.${branch}.pushremote`)
  const tracked = branch === undefined ? undefined : last(`branch.${branch}.remote`)
  return own ?? last('remote.pushdefault') ?? tracked ?? 'origin'
}

/** The alias that a subcommand is: the words of a git command, or a shell text. */
export async function aliasOf(
  sub: Argument | undefined,
  call: Call,
  scene: Scene,
): Promise<{ readonly words: readonly string[] } | { readonly shell: string } | undefined> {
  const name = sub?.value
  if (name === undefined || !/^[\w.-]+$/.test(name)) return undefined
  const text = (await gitSettings(call, scene)).get(`alias.${name.toLowerCase()}`)?.at(-1)
  if (text === undefined) return undefined
  return text.startsWith('!') ? { shell: text.slice(1) } : { words: splitWords(text) }
}

/** Notes an alias that a `git config` of the text sets, for what follows it. */
export function noteGitAlias(call: Call, scene: Scene): void {
  if (call.program !== 'git') return
  const { operands } = gitArguments(call)
  if (operands[0]?.value !== 'config') return
  const at = operands.findIndex(({ value }) => /^alias\./i.test(value ?? ''))
  const [key, text] = [operands[at]?.value, operands[at + 1]?.value]
  if (at > 0 && key !== undefined && text !== undefined) scene.gitAliases.set(key.toLowerCase(), text)
}
