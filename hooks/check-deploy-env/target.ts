import { standingOf } from './names.ts'
import type { Environment } from './options.ts'

/** Something that may name where a deploy goes. */
export interface Clue {
  /** Undefined: there is such a thing, but what it holds is not known. */
  readonly name: string | undefined
  /** In words: `--env`, `the argument`, `the kube context`. */
  readonly from: string
  /**
   * names: it says where the deploy goes, whatever it says. suggests: it counts when its
   * name is recognised. betrays: it counts only when it is the name of a protected one.
   */
  readonly weight: 'names' | 'suggests' | 'betrays'
  /** It is a flag of the tool, which means the tool's own production: `vercel --prod`. */
  readonly byFlag?: true
}

/** What the absence of any clue means. */
export type Otherwise = 'unknown' | 'open' | 'production'

export type Target =
  | {
      readonly kind: 'protected'
      readonly environment: string
      readonly name: string
      readonly from: string
      /** How it came to be protected: its name says so, the tool does by itself, or nothing says that it is not. */
      readonly because: 'name' | 'tool' | 'unrecognised' | 'unknown'
    }
  | { readonly kind: 'open'; readonly name: string; readonly from: string }

export interface Protection {
  readonly environments: ReadonlyMap<string, Environment>
  readonly unprotected: readonly string[]
}

/** The environment whose conditions count for a target that can't be told. */
export function strictest({ environments }: Protection): string {
  return environments.has('production') ? 'production' : ([...environments.keys()][0] ?? 'production')
}

/**
 * Where a deploy goes, by all clues. A protected name wins over everything, then a clue that
 * could not be read, then an open name; a name that says neither counts as protected, and so
 * does the want of any clue, unless `otherwise` says that the tool then goes elsewhere.
 */
export function settle(clues: readonly Clue[], protection: Protection, otherwise: Otherwise): Target {
  let open: Target | undefined
  let unrecognised: Target | undefined
  let unread: Target | undefined
  for (const { name, from, weight, byFlag } of clues) {
    if (name === undefined) {
      if (weight === 'names') unread ??= unknownTarget(protection, `${from} is not known before it runs`)
      continue
    }
    const standing = standingOf(name, protection.environments, protection.unprotected)
    if (standing.kind === 'protected') {
      return {
        kind: 'protected',
        environment: standing.environment,
        name,
        from,
        because: byFlag ? 'tool' : 'name',
      }
    }
    if (weight === 'betrays') continue
    if (standing.kind === 'open') open ??= { kind: 'open', name, from }
    else if (weight === 'names') {
      unrecognised ??= {
        kind: 'protected',
        environment: strictest(protection),
        name,
        from,
        because: 'unrecognised',
      }
    }
  }
  return unread ?? open ?? unrecognised ?? withoutClue(protection, otherwise)
}

function withoutClue(protection: Protection, otherwise: Otherwise): Target {
  if (otherwise === 'open') return { kind: 'open', name: 'a preview', from: 'what the tool does by itself' }
  if (otherwise === 'unknown') return unknownTarget(protection, 'nothing in the command names it')
  return {
    kind: 'protected',
    environment: strictest(protection),
    name: 'production',
    from: 'what the tool does by itself',
    because: 'tool',
  }
}

function unknownTarget(protection: Protection, from: string): Target {
  return { kind: 'protected', environment: strictest(protection), name: 'unknown', from, because: 'unknown' }
}

/** The target in words: after "a deploy to". */
export function describeTarget(target: Target): string {
  if (target.kind === 'open') return `${target.name} (${target.from}), which is not protected`
  switch (target.because) {
    case 'name':
      return `${target.environment} (${target.from}: ${target.name})`
    case 'tool':
      return `${target.environment} (${target.from})`
    case 'unrecognised':
      return `${target.name} (${target.from}), which is not a known environment, so it counts as ${target.environment}`
    case 'unknown':
      return `an environment that can't be told (${target.from}), so it counts as ${target.environment}`
  }
}
