import type { TokenSource } from '../web/token.ts'

interface Common {
  /** Keys of projects that it answers for. Undefined: all. */
  readonly projects?: readonly string[]
}

interface Tracker extends Common {
  readonly url?: string
  readonly token?: TokenSource
  readonly ca?: string
  readonly allowHttp?: boolean
}

export interface JiraSettings extends Tracker {
  readonly type: 'jira'
  readonly url: string
  /** The user whose API token it is: an e-mail address at Jira Cloud. */
  readonly user?: string
  /** Undefined: by the address. */
  readonly api?: 'cloud' | 'server'
}

export interface GitHubSettings extends Tracker {
  readonly type: 'github'
  /** The repository that a bare `#12` means. Undefined: that of the remote `origin`. */
  readonly repository?: string
}

export interface GitLabSettings extends Tracker {
  readonly type: 'gitlab'
  readonly repository?: string
}

export interface LinearSettings extends Tracker {
  readonly type: 'linear'
}

export interface CommandSettings extends Common {
  readonly type: 'command'
  /** `{id}` in an argument stands for the ticket. In shell text it is the variable HOOKBOX_TICKET. */
  readonly run: string | readonly string[]
}

export interface UrlSettings extends Tracker {
  readonly type: 'url'
  /** With `{id}` in it. */
  readonly url: string
  /** The header that carries the token; `{token}` stands for it. */
  readonly header?: string
}

/** One entry of the option `providers`. */
export type ProviderSettings =
  | JiraSettings
  | GitHubSettings
  | GitLabSettings
  | LinearSettings
  | CommandSettings
  | UrlSettings
