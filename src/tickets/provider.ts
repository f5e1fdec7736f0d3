import type { Client } from '../web/client.ts'
import type { Reference } from './reference.ts'
import type { Ticket } from './ticket.ts'

/** What is asked for besides the ticket's usual fields. */
export interface Wishes {
  /** Names of fields as the tracker calls them. */
  readonly fields: readonly string[]
  /** How many of the last comments. */
  readonly comments: number
}

export interface Comment {
  readonly author: string
  /** As the tracker writes the time; '' when it does not say. */
  readonly at: string
  readonly text: string
}

/** A ticket of a tracker by our own names of the fields, texts already without markup. */
export interface RemoteTicket {
  readonly fields: Ticket
  /** Newest last. */
  readonly comments: readonly Comment[]
  /** Where a person sees it. */
  readonly address?: string
  /** When it was last changed, as the tracker writes it. */
  readonly updated?: string
}

/** A tracker that was asked. */
export interface Provider {
  /** For people: `Jira at acme.atlassian.net`. */
  readonly name: string
  /** Tells its tickets from those of others in the cache. Holds no secret. */
  readonly key: string
  /** The reference with all that is needed to ask for it; undefined when it is not one of its own. */
  accepts(reference: Reference): Reference | undefined
  /**
   * The ticket; undefined when there is none of that name. Throws a WebProblem when that can't be
   * known.
   */
  fetch(reference: Reference, wishes: Wishes, client: Client): Promise<RemoteTicket | undefined>
}
