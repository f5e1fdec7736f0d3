import { resolvePath } from '../../src/paths/written.ts'
import type { Word, Wrapper } from '../../src/shell/command.ts'
import { knownText, knownWord, unknownWord } from './deletion.ts'
import { cut, splitOptions } from './words.ts'

/** A folder of this machine, or a named volume, in a container. */
export interface Mount {
  /** On this machine. Undefined: a named volume. */
  readonly source: Word | undefined
  readonly target: string
  readonly name: string
}

const RUN_VALUED = [
  'v',
  'w',
  'e',
  'u',
  'p',
  'h',
  'l',
  'm',
  'volume',
  'mount',
  'workdir',
  'name',
  'entrypoint',
  'user',
  'env',
  'env-file',
  'network',
  'platform',
  'publish',
  'hostname',
  'label',
  'cpus',
  'memory',
  'gpus',
  'add-host',
  'volumes-from',
  'tmpfs',
  'device',
  'cap-add',
  'cap-drop',
  'security-opt',
  'shm-size',
  'ulimit',
  'pull',
  'restart',
  'ipc',
  'pid',
  'log-driver',
]

function optionsOf(run: Wrapper) {
  return splitOptions(run.words.slice(1), { valued: RUN_VALUED })
}

/** Where the container starts. */
export function workdirOf(run: Wrapper): string | undefined {
  const { values } = optionsOf(run)
  return (values.get('w') ?? values.get('workdir'))?.[0]?.value
}

/** What `docker run -v` and --mount put into the container, unless it is read-only. */
export function mountsOf(run: Wrapper): Mount[] {
  const { values } = optionsOf(run)
  const mounts: Mount[] = []
  for (const word of [...(values.get('v') ?? []), ...(values.get('volume') ?? [])]) {
    const text = knownText(word)
    const at = separator(text)
    if (at <= 0) continue
    const [target = '', mode] = text.slice(at + 1).split(':')
    if (mode?.split(',').includes('ro')) continue
    mounts.push(mountFrom(before(word, at), text.slice(0, at), target))
  }
  for (const word of values.get('mount') ?? []) {
    const fields = new Map(
      knownText(word)
        .split(',')
        .map((field) => field.split('=', 2) as [string, string | undefined]),
    )
    const source = fields.get('source') ?? fields.get('src')
    const target = fields.get('target') ?? fields.get('dst') ?? fields.get('destination')
    if (source === undefined || target === undefined || fields.has('readonly') || fields.has('ro')) continue
    const known = word.parts.every((part) => part.kind === 'text')
    mounts.push(mountFrom(known ? knownWord(source) : unknownWord('the mount', word.source), source, target))
  }
  return mounts
}

function mountFrom(source: Word, text: string, target: string): Mount {
  const named = /^[A-Za-z0-9][\w.-]*$/.test(text) && source.parts.every((part) => part.kind === 'text')
  return { source: named ? undefined : source, target: resolvePath('/', target, false), name: text }
}

/** The colon between the two paths, not the one of a Windows drive. */
function separator(text: string): number {
  const from = /^[A-Za-z]:[\\/]/.test(text) ? 2 : 0
  return text.indexOf(':', from)
}

/** The parts of a word in front of a place in its known text. */
function before(word: Word, at: number): Word {
  const rest = cut(word, at)
  if (rest === word && word.parts[0]?.kind !== 'text') {
    const end = word.parts.findIndex((part) => part.kind === 'text' && part.text.includes(':'))
    const parts = word.parts.slice(0, end)
    const last = word.parts[end]
    const tail = last?.kind === 'text' ? last.text.slice(0, last.text.indexOf(':')) : ''
    return {
      value: undefined,
      parts: tail === '' ? parts : [...parts, { kind: 'text', text: tail }],
      source: word.source,
    }
  }
  return knownWord(knownText(word).slice(0, at), word.source)
}
