import { quote } from '../tasks/text.ts'
import type { Carried, Carrier } from './carried.ts'
import { optionValues, quotedWord } from './carried.ts'
import type { Word } from './command.ts'
import { pathFrom } from './here.ts'
import { leadingText, wordAfter } from './unwrap.ts'
import { concat, text, type Value } from './value.ts'
import { words } from './wrapper-rule.ts'

/** Options of git itself that take a word. */
const VALUED = new Set(
  words('-C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path'),
)

/** Settings whose value git runs; `!` in front of some says that it is for a shell. */
const CODE =
  /^(?:core\.(?:editor|pager|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.(?:external|.+\.(?:command|textconv))|(?:merge|filter|difftool|mergetool|man|browser|guitool|tar)\..+\.(?:driver|clean|smudge|process|cmd|path|command)|credential\.(?:.+\.)?helper|pager\..+|interactive\.difffilter|gpg\.(?:.+\.)?program|remote\..+\.(?:uploadpack|receivepack)|trailer\..+\.(?:command|cmd)|submodule\..+\.update|uploadpack\.packobjectshook|imap\.tunnel|sendemail\.(?:sendmailcmd|tocmd|cccmd|headercmd)|alias\..+)$/

/** What the subcommands run that is written in their options. */
const OPTIONS: Readonly<Record<string, { readonly short?: string; readonly long?: readonly string[] }>> = {
  'filter-branch': {
    long: words(
      '--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter',
    ),
  },
  difftool: { short: 'x', long: ['--extcmd'] },
  grep: { short: 'O', long: ['--open-files-in-pager'] },
  clone: { short: 'u', long: ['--upload-pack'] },
  fetch: { long: ['--upload-pack'] },
  pull: { long: ['--upload-pack'] },
  'ls-remote': { long: ['--upload-pack', '--exec'] },
  'fetch-pack': { long: ['--upload-pack', '--exec'] },
  push: { long: ['--receive-pack', '--exec'] },
  'send-pack': { long: ['--receive-pack', '--exec'] },
  archive: { long: ['--exec'] },
  'send-email': { long: ['--sendmail-cmd', '--to-cmd', '--cc-cmd', '--header-cmd'] },
}

/** Text that git runs for this call: settings, aliases, filters, helpers in its words. */
export const git: Carrier = ({ here, call, state }) => {
  const { argv } = call
  const found: Carried[] = []
  let at = 1
  const settings: Word[] = []
  let folder: Word | undefined
  for (; at < argv.length; at++) {
    const written = argv[at]?.value ?? leadingText(argv[at] ?? EMPTY_WORD)
    if (!written.startsWith('-')) break
    const value = VALUED.has(written) ? argv[++at] : undefined
    if (value && written === '-c') settings.push(value)
    if (written === '-C') folder = value
  }
  const sub = argv[at]?.value ?? ''
  const rest = argv.slice(at + 1)
  const own = argv.slice(at)
  for (const setting of settings) found.push(...fromSetting(setting, sub, rest))
  if (sub === 'clone' || sub === 'submodule') {
    for (const one of optionValues(own, { short: 'c', long: ['--config'] }))
      found.push(...fromSetting(one, '', []))
  }
  if (sub === 'config') found.push(...fromConfig(rest))
  const options = OPTIONS[sub]
  if (options) found.push(...optionValues(own, options).map(({ parts }) => ({ code: parts })))
  for (const word of rest) found.push(...fromAddress(word))
  const tops = state.cwds.map((cwd) => {
    const base = folder === undefined ? cwd : pathFrom(here, cwd, folder.value ?? '\0')
    return base === undefined ? undefined : (here.reading.world.repository?.(base) ?? base)
  })
  return found.flatMap((one) =>
    'directory' in one ? tops.map((directory) => ({ ...one, directory })) : [one],
  )
}

const EMPTY_WORD: Word = { value: '', parts: [], source: '' }

/** `-c core.pager=less`, `-c alias.x='!rm y'` with the words of the call behind it. */
function fromSetting(setting: Word, sub: string, rest: readonly Word[]): Carried[] {
  const written = setting.value ?? leadingText(setting)
  const equals = written.indexOf('=')
  if (equals < 0) return []
  const key = written.slice(0, equals).toLowerCase()
  if (!CODE.test(key)) return []
  const value = wordAfter(setting, equals + 1)
  if (!key.startsWith('alias.')) return settingCode(key, value)
  return key === `alias.${sub.toLowerCase()}` ? aliasCalled(value, rest) : []
}

/** Another git command, or shell text that runs at the top of the work tree. */
function aliasCalled(value: Word, rest: readonly Word[]): Carried[] {
  const more = rest.flatMap((word): Value => [...text(' '), ...quotedWord(word)])
  if (leadingText(value).startsWith('!')) {
    return [{ code: concat(wordAfter(value, 1).parts, more), directory: undefined }]
  }
  return [{ code: concat(text('git '), value.parts, more) }]
}

function settingCode(key: string, value: Word): Carried[] {
  const shell = /^\s*!\s*/.exec(leadingText(value))
  // Without `!` an alias is words of git, a helper is a name, an update a way.
  if (!shell && /^(?:alias|submodule)\./.test(key)) return []
  if (!shell && key.endsWith('helper') && !/[/\s]/.test(leadingText(value))) return []
  return [{ code: wordAfter(value, shell?.[0].length ?? 0).parts }]
}

/** `git config alias.x '!rm y'`: it runs later, and nobody looks at it then. */
function fromConfig(rest: readonly Word[]): Carried[] {
  const at = rest.findIndex((word) => CODE.test((word.value ?? '').toLowerCase()))
  const key = rest[at]?.value
  const value = rest[at + 1]
  if (key === undefined || !value) return []
  if (rest.slice(0, at).some((word) => /^(?:--(?:get|unset)|get$|unset$)/.test(word.value ?? ''))) return []
  return settingCode(key.toLowerCase(), value)
}

/** `ext::program args`: the transport is a program. `% ` is a blank in a word of it. */
function fromAddress(word: Word): Carried[] {
  const written = word.value
  if (!written?.startsWith('ext::')) return []
  const pieces = written.slice('ext::'.length).match(/(?:%.|[^\s%])+/g) ?? []
  const argv = pieces.map((piece) => quote(piece.replace(/%([ %])/g, '$1')))
  return [{ code: text(argv.join(' ')) }]
}
