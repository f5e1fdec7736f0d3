import type { Deploy } from './deploy.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { type Clue, settle, type Target } from './target.ts'

/** The deploy, when a clue names a protected target; null otherwise. */
export function ifProtected(
  clues: readonly Clue[],
  call: Call,
  scene: Scene,
  certainty: Deploy['certainty'],
): Deploy | null {
  const target = settle(clues, scene.protection, 'open')
  return target.kind === 'protected' && target.because === 'name'
    ? deployAt(target, call, scene, certainty)
    : null
}

/** A deploy that a call would do, where it stands. */
export function deployAt(target: Target, call: Call, scene: Scene, certainty: Deploy['certainty']): Deploy {
  return {
    what: shortened(call.command.source),
    through: [],
    target,
    certainty,
    directory: call.elsewhere ? scene.directory : call.command.cwd,
  }
}
