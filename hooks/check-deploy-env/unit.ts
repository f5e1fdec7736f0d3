import { joinPath } from '../../src/paths/written.ts'
import type { Argument, Arguments } from './call.ts'
import { dotEnv } from './dot-env.ts'
import type { Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'
import { BUILD_VARIABLE, deployName, ENVIRONMENT_VARIABLE, namesSteps, onlyLooks } from './task-name.ts'

/** Something with a name and, when it can be read, a text of commands: a script or a task. */
export interface Unit {
  readonly title: string
  readonly name: string
  readonly args: Arguments
  /** Variables it sees that were set for it, by name. */
  readonly variables: ReadonlyMap<string, Argument>
  /** What it runs, as shell text. */
  readonly body: string | undefined
  /** All that is known of its text, in whatever language. */
  readonly text: string | undefined
  readonly directory: string | undefined
  /** A folder of the repository it belongs to, when that is not the one it runs in. */
  readonly repository?: string | undefined
  /** Its first operand may be a command of its own: `./ops.sh deploy production`. */
  readonly commands: boolean
  /** tasks are short and straight; scripts have branches for all environments. */
  readonly kind: 'script' | 'task'
}

const REHEARSAL_FLAG =
  /^--?(?:dry[-_]?run|dry|n|plan|check|diff|preview|noop|simulate|help|h|list|version|status)$/
const REHEARSAL_WORD = /^(?:status|plan|diff|check|list|ls|logs?|help|preview|validate|verify|history|show)$/

/** A rehearsal counts when the text shows that the script knows of it. */
export function isRehearsal({ args, text }: Unit): boolean {
  return (
    text !== undefined &&
    rehearsalWords(args).some((word) =>
      word === 'n' || word === 'h'
        ? new RegExp(`(?:^|[\\s|"'(])-${word}\\b`, 'm').test(text)
        : text.includes(word),
    )
  )
}

/** What the arguments say of a rehearsal, without dashes. */
export function rehearsalWords(args: Arguments): readonly string[] {
  const [first] = args.operands
  const said = args.flags
    .filter(({ name }) => REHEARSAL_FLAG.test(name))
    .map(({ name }) => name.replace(/^-+/, ''))
  if (first?.value !== undefined && REHEARSAL_WORD.test(first.value)) said.push(first.value)
  return said
}

/** What its name says, or else its first operand; that one is never sure. */
export function saysDeploy(unit: Unit): {
  readonly says: ReturnType<typeof deployName>
  readonly unsure: boolean
} {
  const says = deployName(unit.name)
  const command = unit.args.operands[0]?.value ?? ''
  const isCommand =
    unit.commands &&
    SUBCOMMAND.test(command) &&
    (unit.text === undefined || unit.text.includes(command)) &&
    !onlyLooks(unit.name)
  return says !== 'deploys' && isCommand ? { says: 'deploys', unsure: true } : { says, unsure: false }
}

const SUBCOMMAND = /^(?:re|un)?deploy(?:ment)?$|^(?:rollback|rollout)$/

const NAMES_ENVIRONMENT = /^(?:-e|-s|--env|--environment|--stage|--target|--tier|--context|--kube-context)$/

/** What the name, the arguments and the variables say about where it goes. */
export function unitClues(unit: Unit, scene: Scene): Clue[] {
  // The `test` of test-and-deploy is a step, and `./dev deploy` is a tool: neither is an environment.
  const weight = namesSteps(unit.name) || saysDeploy(unit).unsure ? 'betrays' : 'suggests'
  const clues: Clue[] = [{ name: unit.name, from: 'its name', weight }]
  for (const { name, value } of unit.args.flags) {
    if (!value) clues.push({ name: name.replace(/^-+/, ''), from: name, weight: 'suggests' })
    else
      clues.push({
        name: value.value,
        from: name,
        weight: NAMES_ENVIRONMENT.test(name) ? 'names' : 'suggests',
      })
  }
  for (const { value } of unit.args.operands) {
    clues.push({ name: value, from: 'the argument', weight: 'suggests' })
  }
  const exported = [...scene.exported].flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const variables = [...exported, ...unit.variables]
  for (const [name, { value }] of variables) {
    if (!BUILD_VARIABLE.test(name) && ENVIRONMENT_VARIABLE.test(name))
      clues.push({ name: value, from: name, weight: 'names' })
  }
  if (
    settle(clues, scene.protection, 'unknown').kind === 'open' ||
    settle(clues, scene.protection, 'open').kind === 'protected'
  ) {
    return clues
  }
  // Nothing said where: then an argument that is not known, how it is built, the surroundings.
  if (unit.args.operands.some(({ value }) => value === undefined)) {
    clues.push({ name: undefined, from: 'an argument', weight: 'names' })
  }
  for (const [name, { value }] of variables) {
    if (BUILD_VARIABLE.test(name)) clues.push({ name: value, from: name, weight: 'suggests' })
  }
  return [...clues, ...(deployName(unit.name) === 'deploys' ? dotEnvClues(unit, scene) : [])]
}

/** Which protected environment a .env beside it names. That it names another proves nothing. */
function dotEnvClues({ directory }: Unit, scene: Scene): Clue[] {
  if (directory === undefined) return []
  return [...dotEnv(joinPath(directory, '.env'), scene)].flatMap(([name, value]) =>
    ENVIRONMENT_VARIABLE.test(name) && !BUILD_VARIABLE.test(name)
      ? [{ name: value, from: `${name} in .env`, weight: 'betrays' as const }]
      : [],
  )
}
