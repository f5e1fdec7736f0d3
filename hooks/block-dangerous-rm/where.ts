import { isWithin, relativeTo, resolvePath } from '../../src/paths/written.ts'
import type { Command, Word, Wrapper } from '../../src/shell/command.ts'
import { type Deletion, knownText, knownWord, type Target, unknownWord } from './deletion.ts'
import { cut, splitOptions } from './words.ts'

const CONTAINERS = /^(?:docker|podman|nerdctl)$/

/**
 * A deletion where it really happens: on another machine, in a container, or through a
 * mount on this machine after all.
 */
export function relocate(deletion: Deletion, command: Command): Deletion[] {
  if (deletion.elsewhere !== undefined) return [deletion]
  const through = command.via.find((one) => one.elsewhere)
  if (!through) return [deletion]
  const words = through.words.map(knownText)
  if (CONTAINERS.test(through.name) && words.includes('run')) {
    const root = command.via.find((one) => one.name === 'chroot')?.words.at(-1)?.value
    return throughMounts(deletion, through, root)
  }
  const where =
    CONTAINERS.test(through.name) || through.name === 'kubectl' ? 'in a container' : 'on another machine'
  const place = /^(?:chroot|nsenter|unshare|systemd-nspawn)$/.test(through.name) ? 'in another root' : where
  return [{ ...deletion, elsewhere: `${place} (${through.name})` }]
}

interface Mount {
  /** On this machine. Undefined: a named volume. */
  readonly source: Word | undefined
  readonly target: string
  readonly name: string
}

/** A new container has files of its own, which may go; what is mounted into it is ours. */
function throughMounts(deletion: Deletion, run: Wrapper, root: string | undefined): Deletion[] {
  const mounts = mountsOf(run)
  const targets: Target[] = []
  const volumes: Target[] = []
  const workdir = workdirOf(run)
  for (const target of deletion.targets) {
    for (const mount of mounts) {
      const mapped = onHost(target, mount, workdir, root)
      if (!mapped) continue
      if (mount.source) targets.push(mapped)
      else volumes.push({ word: knownWord(mount.name, target.word.source), cwd: '/' })
    }
  }
  const made: Deletion[] = []
  if (targets.length > 0)
    made.push({ ...deletion, how: `${deletion.how} through a mount of ${run.name}`, targets })
  if (volumes.length > 0)
    made.push({
      ...deletion,
      how: `${deletion.how} in a volume of ${run.name}`,
      effect: 'storage',
      targets: volumes,
    })
  return made
}

/** What a path in the container is on this machine; undefined when the mount has no part in it. */
function onHost(
  target: Target,
  mount: Mount,
  workdir: string | undefined,
  root: string | undefined,
): Target | undefined {
  const { source } = mount
  const base = source ?? knownWord(mount.name)
  const known = knownText(target.word)
  if (target.word.parts.some((part) => part.kind === 'unknown')) {
    return { word: unknownWord('a path in the container', target.word.source), cwd: undefined }
  }
  const relative = !known.startsWith('/')
  // Without --workdir the image decides where relative paths start: the mount is likely.
  const start = relative ? (target.cwd ?? workdir ?? mount.target) : '/'
  const path = resolvePath(root ?? '/', `./${resolvePath(start, known, false)}`, false)
  const inside = relativeTo(path, mount.target, false)
  if (inside === undefined) {
    return isWithin(mount.target, path.replace(/\/\*+$/, '') || '/', false)
      ? { word: { ...base, source: target.word.source }, cwd: '/', contents: true }
      : undefined
  }
  if (inside === '') return { word: { ...base, source: target.word.source }, cwd: '/', contents: true }
  return { word: join(base, inside, target.word), cwd: '/' }
}

/** The mount's source with the rest of the path behind it; globs stay globs. */
function join(base: Word, rest: string, written: Word): Word {
  const globbed = written.parts.some((part) => part.kind === 'glob')
  const parts = rest
    .split(/([*?])/)
    .filter((piece) => piece !== '')
    .map((text) => ({ kind: globbed && /^[*?]$/.test(text) ? ('glob' as const) : ('text' as const), text }))
  return {
    value: globbed || base.value === undefined ? undefined : `${base.value}/${rest}`,
    parts: [...base.parts, { kind: 'text', text: '/' }, ...parts],
    source: written.source,
  }
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

function workdirOf(run: Wrapper): string | undefined {
  const { values } = optionsOf(run)
  return (values.get('w') ?? values.get('workdir'))?.[0]?.value
}

function mountsOf(run: Wrapper): Mount[] {
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
