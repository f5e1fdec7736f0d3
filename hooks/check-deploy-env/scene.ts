import type { Event } from '../../src/event.ts'
import type { Context } from '../../src/hook.ts'
import type { Command, Word } from '../../src/shell/command.ts'
import { type Argument, argumentOf, known } from './call.ts'
import type { ClusterNames } from './deploy.ts'
import type { Options } from './options.ts'
import type { Clue, Protection } from './target.ts'
import type { Scope } from './tools/tool.ts'

/** What one judgement shares: the surroundings, and what the text has chosen so far. */
export interface Scene {
  readonly event: Event
  readonly ctx: Context<Options>
  readonly protection: Protection
  /** Where the text starts; what runs on another machine is judged by the repository here. */
  readonly directory: string
  /** Context, workspace, project ... that an earlier command of the text chose. */
  readonly chosen: Map<Scope, Argument>
  /** Variables that earlier commands of the text exported; undefined: taken away. */
  readonly exported: Map<string, Argument | undefined>
  /** Aliases of git that earlier commands of the text set, by their keys. */
  readonly gitAliases: Map<string, string>
  /** Answers of kubectl, by what was asked. */
  readonly asked: Map<string, Promise<KubeAnswer>>
  /** How many more texts of scripts and tasks may be judged. */
  budget: number
  /** Small files that were read, by their paths; undefined: not readable, or none. */
  readonly texts: Map<string, string | undefined>
  /** Why a script that may deploy was not read: a sentence. */
  unread: string | undefined
}

/** What kubectl says about the context in effect: its name, or why there is none. */
export type KubeAnswer =
  | ({ readonly name: string } & ClusterNames)
  | { readonly name: undefined; readonly found: string; readonly remedy: string }

/** One program call of the text, ready to be looked up. */
export interface Call {
  readonly program: string
  /** The word that names the program. */
  readonly first: Word
  readonly words: readonly Word[]
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
  if (isTakenAway(name, call, scene)) return undefined
  if (scene.exported.has(name)) return scene.exported.get(name)
  if (call.elsewhere) return undefined
  const inherited = scene.ctx.host.env(name)
  return inherited === undefined || inherited === '' ? undefined : known(inherited)
}

/** Whether the command does not see a variable of the environment: `unset`, `env -u NAME`, `env -i`. */
export function isTakenAway(name: string, { command }: Call, scene: Scene): boolean {
  if (scene.exported.has(name) && scene.exported.get(name) === undefined) return true
  return command.via.some(({ name: wrapper, words }) => {
    if (wrapper !== 'env' && wrapper !== 'genv') return false
    const written = words.map(({ value }) => value ?? '')
    return written.some(
      (word, index) =>
        /^(?:-|-[a-z]*i[a-z]*|--ignore-environment)$/.test(word) ||
        word === `-u${name}` ||
        word === `--unset=${name}` ||
        (/^(?:-u|--unset)$/.test(word) && written[index + 1] === name),
    )
  })
}

/** The command as messages show it: one line, not too long. */
export function shortened(source: string): string {
  const line = source.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 117)}...` : line
}
