import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { settle } from './target.ts'
import { matchesWildcard } from './wildcard.ts'

/** What the configuration says about commands: `readOnly` and `deploys`. */

/** The command as the user's patterns see it: the program's base name and its arguments. */
function asPatterned(call: Call): string {
  return [call.program, ...call.words.map((word) => word.value ?? word.source)].join(' ')
}

/** Whether `readOnly` lets the command pass. */
export function excepted(call: Call, scene: Scene): boolean {
  const { readOnly } = scene.ctx.options
  if (readOnly.length === 0) return false
  const written = asPatterned(call)
  const pattern = readOnly.find((one) => matchesWildcard(one, written))
  if (pattern !== undefined)
    scene.ctx.note(`${shortened(call.command.source)}: passes by readOnly ${pattern}`)
  return pattern !== undefined
}

/** The deploy that `deploys` makes of the command. */
export function ownDeploy(call: Call, scene: Scene): Deploy | undefined {
  const args = call.words.map((word) => word.value ?? word.source).join(' ')
  const own = scene.ctx.options.deploys.find(
    (one) =>
      one.program !== undefined &&
      matchesWildcard(one.program, call.program) &&
      matchesWildcard(one.args ?? '*', args),
  )
  if (!own) return undefined
  const clues =
    own.environment === undefined
      ? readArguments(call.words, new Set()).operands.map(({ value }) => ({
          name: value,
          from: 'the argument',
          weight: 'suggests' as const,
        }))
      : [{ name: own.environment, from: 'the configuration', weight: 'names' as const }]
  return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'sure')
}
