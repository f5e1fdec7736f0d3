import type { Host } from '../host/host.ts'
import { type Address, isLoopback } from './address.ts'

/** The proxy for an address, by the variables that curl reads too; or why it can't be used. */
export function proxyFor(
  host: Host,
  address: Address,
): { readonly proxy?: string } | { readonly problem: string } {
  if (isLoopback(address) || isExempt(host, address)) return {}
  const written = variable(host, address)
  if (written === undefined) return {}
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`
  if (!/^http:\/\//i.test(proxy)) {
    const scheme = proxy.slice(0, proxy.indexOf(':'))
    return { problem: `the proxy in the environment is of the kind ${scheme}; only http proxies can be used` }
  }
  return { proxy: proxy.replace(/\/+$/, '') }
}

function variable(host: Host, { secure }: Address): string | undefined {
  // HTTP_PROXY in capitals can be set by whoever sends a header to a CGI program; nobody reads it.
  const names = secure ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy']
  return [...names, 'all_proxy', 'ALL_PROXY'].map((name) => host.env(name)).find((value) => Boolean(value))
}

/** `no_proxy`: names with all below them, separated by commas; `*` is every one. */
function isExempt(host: Host, address: Address): boolean {
  const list = host.env('no_proxy') ?? host.env('NO_PROXY') ?? ''
  return list.split(/[\s,]+/).some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, '')
    if (name === '') return false
    return name === '*' || name === address.name || name === address.host || address.name.endsWith(`.${name}`)
  })
}
