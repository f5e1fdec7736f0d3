import type { Context } from '../../src/hook.ts'
import type { Command } from '../../src/shell/command.ts'
import { type Argument, argumentOf, known } from './call.ts'
import type { Options } from './options.ts'
import type { Clue, Protection } from './target.ts'
import type { Scope } from './tools/tool.ts'

/** What one judgement shares: the surroundings, and what the text has chosen so far. */
export interface Scene {
  readonly ctx: Context<Options>
  readonly protection: Protection
  /** Context, workspace, project ... that an earlier command of the text chose. */
  readonly chosen: Map<Scope, Argument>
  /** Answers of kubectl, by what was asked. */
  readonly asked: Map<string, Promise<KubeAnswer>>
  /** How many more scripts and task files may be read. */
  budget: number
}

/** What `kubectl config current-context` said: the name, or why there is none. */
export type KubeAnswer =
  | { readonly name: string }
  | { readonly name: undefined; readonly found: string; readonly remedy: string }

/** One program call of the text, ready to be looked up. */
export interface Call {
  readonly program: string
  readonly words: Command['argv']
  readonly command: Command
  /** What the launchers in front of it say about the target: `aws-vault exec prod -- ...`. */
  readonly clues: readonly Clue[]
  /** The host it runs on, when it runs on another machine. */
  readonly host: Argument | undefined
  /** It runs on another machine, in a container, in another root. */
  readonly elsewhere: boolean
}

/** A variable as the command sees it. Undefined: not set. */
export function variable(name: string, call: Call, scene: Scene): Argument | undefined {
  const own = call.command.environment[name]
  if (own) return argumentOf(own)
  if (call.elsewhere) return undefined
  const inherited = scene.ctx.host.env(name)
  return inherited === undefined || inherited === '' ? undefined : known(inherited)
}

/** The command as messages show it: one line, not too long. */
export function shortened(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 117)}...` : line
}
