import { type Client, WebProblem } from '../../web/client.ts'
import { readToken, type TokenSource } from '../../web/token.ts'

/**
 * The secret that a tracker is asked with: from where the configuration says, else from the first
 * of the usual variables that is set. Undefined: there is none, and none was asked for. Throws a
 * WebProblem when the configured one can't be read.
 */
export async function secretFor(
  source: TokenSource | undefined,
  usual: readonly string[],
  client: Client,
): Promise<string | undefined> {
  if (source === undefined) return usual.map((name) => client.host.env(name)).find((value) => Boolean(value))
  const found = await readToken(source, client.host, Math.max(1, client.deadline - client.host.now()))
  if ('problem' in found) throw new WebProblem(`there is no token: ${found.problem}`, 0)
  return found.token
}

/** The client, which from now on keeps these out of every message. */
export function keeping(client: Client, ...secrets: readonly (string | undefined)[]): Client {
  return { ...client, secrets: [...client.secrets, ...secrets.filter((one) => one !== undefined)] }
}

/** What the configuration says about how to connect. */
export function tls(settings: { readonly ca?: string; readonly allowHttp?: boolean }): Partial<Client> {
  return {
    ...(settings.ca === undefined ? {} : { ca: settings.ca }),
    ...(settings.allowHttp === undefined ? {} : { allowHttp: settings.allowHttp }),
  }
}
