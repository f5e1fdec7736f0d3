import type { Word } from '../../../src/shell/command.ts'
import { type Form, knownText } from '../deletion.ts'
import { splitOptions } from '../words.ts'

const VALUED = [
  'e',
  'f',
  'B',
  'M',
  'T',
  'rsh',
  'rsync-path',
  'filter',
  'exclude',
  'exclude-from',
  'include',
  'include-from',
  'files-from',
  'compare-dest',
  'copy-dest',
  'link-dest',
  'partial-dir',
  'temp-dir',
  'backup-dir',
  'suffix',
  'bwlimit',
  'max-size',
  'min-size',
  'timeout',
  'port',
  'password-file',
  'log-file',
  'out-format',
  'chmod',
  'chown',
  'usermap',
  'groupmap',
  'max-delete',
  'iconv',
  'info',
  'debug',
]

/** `rsync --delete FROM TO`: what is in TO and not in FROM goes. */
export const rsync: Form = (command, program) => {
  const { given, operands } = splitOptions(command.argv.slice(1), { valued: VALUED })
  const deletes = [...given].some(
    (name) => name === 'del' || (name.startsWith('delete') && name !== 'delete-missing-args'),
  )
  if (!deletes || given.has('n') || given.has('dry-run') || given.has('list-only')) return undefined
  const to = operands.at(-1)
  if (!to || operands.length < 2) return undefined
  const remote = remotePath(to)
  return {
    how: `${program} --delete`,
    effect: 'tree',
    targets: [{ word: remote ?? to, cwd: remote ? undefined : command.cwd, contents: true }],
    ...(remote ? { elsewhere: 'on another machine (rsync)' } : {}),
    source: command.source,
  }
}

/** The path behind `host:`; undefined for a local one. */
function remotePath(word: Word): Word | undefined {
  const [first, ...rest] = word.parts
  if (first?.kind !== 'text') return undefined
  const host = /^(?:rsync:\/\/[^/]*\/|[^/:]{2,}::?)/.exec(first.text)
  if (!host) return undefined
  const path = first.text.slice(host[0].length)
  const text = knownText(word).slice(host[0].length)
  return {
    value: word.value === undefined ? undefined : text,
    parts: path === '' ? rest : [{ kind: 'text', text: path }, ...rest],
    source: word.source,
  }
}
