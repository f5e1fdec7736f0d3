import { joinPath } from '../../src/paths/written.ts'
import { type Argument, type Arguments, known } from './call.ts'
import { dotEnv } from './dot-env.ts'
import type { PhraseMatch } from './phrase.ts'
import { type Call, type Scene, variable } from './scene.ts'
import type { Clue } from './target.ts'
import { listOf, type Tool } from './tools/tool.ts'
import { matchesWildcard } from './wildcard.ts'

/** The clues in the command itself and in the variables it sees. */
export function ownClues(tool: Tool, args: Arguments, match: PhraseMatch, call: Call, scene: Scene): Clue[] {
  const clues: Clue[] = []
  const weights = { target: 'names', suggests: 'suggests', hint: 'betrays' } as const
  for (const { name, value } of args.flags) {
    const written = value?.value ? `${name}=${value.value}` : name
    const says = (flags: string | undefined) =>
      listOf(flags).some((flag) => flag === name || matchesWildcard(flag, written))
    if (says(tool.production)) {
      clues.push({ name: 'production', from: name, weight: 'names', byFlag: true })
    } else if (says(tool.elsewhere)) {
      clues.push({ name: 'preview', from: name, weight: 'names' })
    }
    for (const [kind, weight] of Object.entries(weights) as [keyof typeof weights, Clue['weight']][]) {
      if (value && listOf(tool[kind]).includes(name)) clues.push({ name: value.value, from: name, weight })
    }
  }
  for (const name of listOf(tool.variables)) {
    const value = variable(name, call, scene) ?? (tool.dotEnv ? fromDotEnv(name, call, scene) : undefined)
    if (value) clues.push({ name: value.value, from: name, weight: 'names' })
  }
  if (tool.operands) {
    const weight = tool.operands === 'hint' ? 'betrays' : 'suggests'
    // The matched words may be names too: `cap production deploy`.
    const from = tool.operands === 'suggest' ? 0 : match.length + (tool.copies ? 1 : 0)
    for (const operand of args.operands.slice(from)) {
      if (operand.value !== undefined) clues.push({ name: operand.value, from: 'the argument', weight })
    }
  }
  return clues
}

/** A variable as the .env in the command's folder gives it. */
function fromDotEnv(name: string, { command, elsewhere }: Call, scene: Scene): Argument | undefined {
  if (command.cwd === undefined || elsewhere) return undefined
  const value = dotEnv(joinPath(command.cwd, '.env'), scene).get(name)
  return value === undefined ? undefined : known(value)
}
