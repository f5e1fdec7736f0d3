import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.ts'
import type { Token } from './tokens.ts'

export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly query: URLSearchParams
  /** What the `*` at the end of the route's path stands for. */
  readonly rest: string
  readonly token: Token | undefined
}

export interface Route {
  readonly method: 'GET' | 'POST'
  /** A path; with `*` at its end, all that begin so. */
  readonly path: string
  /** What a caller has to be allowed; `nobody`: no token is asked for. */
  readonly needs: 'read' | 'write' | 'nobody'
  /** An answer, or undefined when it writes its own. */
  answer(asked: Asked): Promise<Answer | undefined> | Answer | undefined
}

export interface Found {
  readonly route: Route
  readonly rest: string
}

/** The route of a request; 404 or 405 when there is none. */
export function findRoute(routes: readonly Route[], method: string, path: string): Found | 404 | 405 {
  const wanted = method === 'HEAD' ? 'GET' : method
  let isKnown = false
  for (const route of routes) {
    const open = route.path.endsWith('*')
    const start = open ? route.path.slice(0, -1) : route.path
    if (open ? !path.startsWith(start) || path === start : path !== start) continue
    isKnown = true
    if (route.method === wanted) return { route, rest: path.slice(start.length) }
  }
  return isKnown ? 405 : 404
}
