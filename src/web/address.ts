/** The parts of an address that decide where a request goes. */
export interface Address {
  readonly secure: boolean
  /** In small letters, with the port when one is written: `jira.example.com:8443`. */
  readonly host: string
  /** The host without its port, and without the brackets of an IPv6 address. */
  readonly name: string
  /** Path and query, beginning with a slash. */
  readonly path: string
}

const SHAPE = /^(https?):\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?((?:[/?][^\s\\#]*)?)(?:#.*)?$/i

/** Reads an http or https address. Undefined for anything else, also when it holds a user name. */
export function readAddress(url: string): Address | undefined {
  const found = SHAPE.exec(url)
  if (!found) return undefined
  const [, scheme = '', written = '', port = '', rest = ''] = found
  const name = written.toLowerCase().replace(/^\[|\]$/g, '')
  const secure = scheme.toLowerCase() === 'https'
  // The default port is the same place, written or not.
  const shownPort = port === (secure ? ':443' : ':80') ? '' : port
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return { secure, host: `${written.toLowerCase()}${shownPort}`, name, path }
}

/** True when both name the same scheme, host and port. */
export function isSameOrigin(a: Address, b: Address): boolean {
  return a.secure === b.secure && a.host === b.host
}

/** True for an address of this machine, which nothing outside of it can listen to. */
export function isLoopback({ name }: Address): boolean {
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Where a `Location` header leads, as an absolute address; undefined when it can't be read. */
export function resolveLocation(from: Address, location: string): string | undefined {
  if (/^https?:\/\//i.test(location)) return location
  const scheme = from.secure ? 'https' : 'http'
  if (location.startsWith('//')) return `${scheme}:${location}`
  if (location.startsWith('/')) return `${scheme}://${from.host}${location}`
  return undefined
}

/** The address with a path below it; exactly one slash between them. */
export function below(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
