import { shellArgv } from '../../process/shell.ts'
import { plainLine } from '../../text/plain.ts'
import { readAddress } from '../../web/address.ts'
import { ask, WebProblem } from '../../web/client.ts'
import { readableDescription } from '../description.ts'
import type { Provider, RemoteTicket } from '../provider.ts'
import type { CommandSettings, UrlSettings } from '../settings.ts'
import { fieldOf, type Ticket, ticketFromJson } from '../ticket.ts'
import { keeping, secretFor, tls } from './connection.ts'
import { filled, refusal } from './values.ts'

/** Any program that prints a ticket as JSON or as text. Nothing printed: there is no such ticket. */
export function command(settings: CommandSettings): Provider {
  const { run } = settings
  const shown = plainLine(typeof run === 'string' ? run : (run[0] ?? ''), 40)
  return {
    name: `the command ${shown}`,
    key: `command ${JSON.stringify(run)}`,
    accepts: (reference) => reference,
    fetch: async ({ id }, _wishes, client) => {
      // In shell text an id is a variable, so that no id can be a part of the program.
      const argv =
        typeof run === 'string'
          ? shellArgv(client.host, run)
          : run.map((word, index) => (index === 0 ? word : word.replaceAll('{id}', id)))
      const result = await client.host.run(argv, {
        cwd: client.host.home() ?? '/',
        timeoutMs: Math.max(1, client.deadline - client.host.now()),
        maxOutputBytes: 1024 * 1024,
        env: { HOOKBOX_TICKET: id },
      })
      if (result.ended === 'timeout') throw new WebProblem('no answer in time')
      if (result.ended !== 'exited') throw new WebProblem(result.problem ?? 'it was killed')
      if (result.code !== 0) {
        const said = plainLine(result.stderr, 160)
        throw new WebProblem(
          `exit code ${result.code}${said === '' ? '' : `, saying ${JSON.stringify(said)}`}`,
        )
      }
      return fromText(result.stdout)
    },
  }
}

/** Any address that answers with a ticket as JSON or as text. */
export function url(settings: UrlSettings): Provider {
  const host = readAddress(settings.url.replaceAll('{id}', 'x'))?.host ?? settings.url
  return {
    name: host,
    key: `url ${settings.url}`,
    accepts: (reference) => reference,
    fetch: async ({ id }, _wishes, client) => {
      const own = { ...client, ...tls(settings) }
      const token = await secretFor(settings.token, [], own)
      const careful = keeping(own, token)
      const asked = {
        url: settings.url.replaceAll('{id}', encodeURIComponent(id)),
        headers: { accept: 'application/json, text/plain', ...(token ? header(settings.header, token) : {}) },
      }
      const answer = await ask(asked, careful)
      if (answer.status === 404 || answer.status === 410) return undefined
      if (answer.status !== 200) throw refusal(answer, careful, undefined)
      return fromText(answer.body)
    },
  }
}

function header(written = 'Authorization: Bearer {token}', token: string): Record<string, string> {
  const at = written.indexOf(':')
  return {
    [written.slice(0, at).trim().toLowerCase()]: written
      .slice(at + 1)
      .trim()
      .replaceAll('{token}', token),
  }
}

/** A JSON object is read as a ticket file is; any other text is the description. */
async function fromText(printed: string): Promise<RemoteTicket | undefined> {
  const trimmed = printed.replace(/^\ufeff/, '').trim()
  if (trimmed === '' || trimmed === 'null') return undefined
  if (!trimmed.startsWith('{')) return { fields: { description: readableDescription(trimmed) }, comments: [] }
  let ticket: Ticket
  try {
    ticket = await ticketFromJson(trimmed)
  } catch (error) {
    throw new WebProblem(`what it gave ${error instanceof Error ? error.message : 'is not JSON'}`)
  }
  const description = fieldOf(ticket, 'description')
  const updated = fieldOf(ticket, 'updated')
  return {
    fields: filled({
      ...ticket,
      description: typeof description === 'string' ? readableDescription(description) : description,
    }),
    comments: [],
    ...(typeof updated === 'string' ? { updated } : {}),
  }
}
