import type { Mode } from '../../src/hook.ts'

export const NAME = 'check-deploy-env'

/** What has to hold before something may be deployed to one protected environment. */
export interface Environment {
  /** Names of it: wildcards against the whole target and against each word of it. */
  readonly match: readonly string[]
  readonly branches: readonly string[]
  readonly clean: boolean
  /** true: as of the last fetch. remote: as the remote itself has it now. */
  readonly synced: boolean | 'remote'
  /** Contexts that belong to it. Empty: those whose name matches `match`. */
  readonly kubeContexts: readonly string[]
  /** record: verify-before-stop's. A list: a command that has to exit with 0. False: not asked for. */
  readonly tests: 'record' | readonly string[] | false
  readonly checks: readonly Check[]
  /** Where it is asked whether CI is green for the commit. False: nowhere. */
  readonly ci: CiSource | false
  /**
   * Names of the system's user, git e-mail addresses, or with `group:`, `github:`, `github-team:`,
   * `gitlab:` in front what those say. Empty: everybody.
   */
  readonly users: readonly string[]
  /** Only CI deploys to it. */
  readonly ciOnly: boolean
  /** Paths in the repository that have to exist. */
  readonly requiredFiles: readonly string[]
  /** Programs that have to be in PATH. */
  readonly requiredCommands: readonly string[]
  readonly freezes: readonly Freeze[]
  /** ask: the harness asks the user each time. terminal: a person has run `hookbox approve deploy`. */
  readonly approval: 'ask' | 'terminal' | false
}

/** gh, glab: GitHub's, GitLab's own program. A list: a command that has to exit with 0. */
export type CiSource =
  | 'gh'
  | 'glab'
  | readonly string[]
  | { readonly url: string; readonly contains?: string | undefined }

/** A command of the team's own that has to exit with 0. */
export interface Check {
  readonly name: string
  readonly run: readonly string[]
  readonly timeoutSeconds?: number | undefined
  readonly remedy?: string | undefined
}

/** A time in which nothing is deployed: weekly (`days`, `from`, `to`) or dated (`from`, `to`). */
export interface Freeze {
  readonly name: string
  /** IANA name, for example Europe/Berlin. */
  readonly zone: string
  /** mon, tue ... Absent: `from` and `to` are dates. */
  readonly days?: readonly string[] | undefined
  /** HH:MM, or YYYY-MM-DD with or without THH:MM. */
  readonly from: string
  readonly to: string
  /** Dates (YYYY-MM-DD in the zone) on which it does not hold. */
  readonly except?: readonly string[] | undefined
}

/** A deploy of the team's own that the built-in tables don't know. */
interface OwnDeploy {
  /** Wildcards against the program's base name. */
  readonly program?: string | undefined
  /** In place of a program: wildcards against the name of an MCP tool. */
  readonly tool?: string | undefined
  /** Wildcards against all arguments, joined by blanks. */
  readonly args?: string | undefined
  /** The environment it goes to; absent: worked out as for a script. */
  readonly environment?: string | undefined
}

export interface Options {
  readonly mode: Mode
  readonly environments: Readonly<
    Record<string, { readonly [Key in keyof Environment]?: Environment[Key] | undefined }>
  >
  /** Names of targets that need no conditions, besides the built-in ones (staging, dev ...). */
  readonly unprotected: readonly string[]
  readonly deploys: readonly OwnDeploy[]
  /** Commands that are no deploys, as `program arguments` with wildcards. */
  readonly readOnly: readonly string[]
  /** `unprotected` and `readOnly` of a project's file count too. */
  readonly projectExceptions: boolean
}

/** What holds for `production` and, where they say nothing else, for all other environments. */
export const PRODUCTION: Environment = {
  match: ['prod', 'prod?', 'prod??', '*prod', 'production*', 'prd', 'live'],
  branches: ['main', 'master'],
  clean: true,
  synced: true,
  kubeContexts: [],
  tests: 'record',
  checks: [],
  ci: false,
  users: [],
  ciOnly: false,
  requiredFiles: [],
  requiredCommands: [],
  freezes: [],
  approval: false,
}

export const DEFAULTS: Options = {
  mode: 'enforce',
  environments: {},
  unprotected: [],
  deploys: [],
  readOnly: [],
  projectExceptions: false,
}

/**
 * The environments that are protected, by name. `production` always is one of them; what a
 * configured one leaves out is as for production, but its own name is what it matches.
 */
export function protectedEnvironments(options: Options): ReadonlyMap<string, Environment> {
  const all = new Map<string, Environment>([['production', PRODUCTION]])
  for (const [name, given] of Object.entries(options.environments)) {
    const base = name === 'production' ? PRODUCTION : { ...PRODUCTION, match: [name] }
    const set = Object.entries(given).filter(([, value]) => value !== undefined)
    const made = { ...base, ...Object.fromEntries(set) }
    // What the world calls production stays so, whatever else a project calls by that name.
    const match = name === 'production' ? [...new Set([...PRODUCTION.match, ...made.match])] : made.match
    all.set(name, { ...made, match })
  }
  return all
}
