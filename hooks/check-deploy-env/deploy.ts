import type { Problem } from './problem.ts'
import type { Target } from './target.ts'

/** One deploy that a command would do. */
export interface Deploy {
  /** The command, shortened for messages. */
  readonly what: string
  /** What it was reached through: `npm run deploy`, outermost first. */
  readonly through: readonly string[]
  readonly target: Target
  /** likely: it is asked about, not denied. */
  readonly certainty: 'sure' | 'likely'
  /** Where it runs, absolute; undefined when that can't be known. */
  readonly directory: string | undefined
  /** A git command in front of it that changes what is checked out, as written. */
  readonly after?: string
  /** What leaves it to be run later, as written. */
  readonly later?: string
  /** The cluster it works on, when it works on one. */
  readonly kube?: KubeUse
}

/** What the kubeconfig says about a context besides its name. */
export interface ClusterNames {
  readonly cluster?: string
  /** Host of its server. */
  readonly server?: string
  readonly namespace?: string
}

export type KubeUse =
  /** The context it goes to. */
  | ({ readonly kind: 'context'; readonly name: string; readonly from: string } & ClusterNames)
  /** It can't be known which. */
  | {
      readonly kind: 'unknown'
      readonly problem: Problem
      /** The command names one, which is known only when it runs: the one in effect does not count. */
      readonly named?: true
    }
