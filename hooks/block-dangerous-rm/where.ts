import { isWithin, relativeTo, resolvePath } from '../../src/paths/written.ts'
import type { Command, Word, Wrapper } from '../../src/shell/command.ts'
import { type Deletion, knownText, knownWord, type Target, unknownWord } from './deletion.ts'
import { type Mount, mountsOf, workdirOf } from './mounts.ts'

const CONTAINERS = /^(?:docker|podman|nerdctl)$/

/**
 * A deletion where it really happens: on another machine, in a container, or through a
 * mount on this machine after all.
 */
export function relocate(deletion: Deletion, command: Command): Deletion[] {
  // Where the client runs says nothing about where the data is.
  if (deletion.elsewhere !== undefined || deletion.effect === 'database') return [deletion]
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
