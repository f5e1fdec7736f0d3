import { spawnSync } from 'node:child_process'
import { type Engine, startMulticall } from '../command/multicall.ts'
import type { Registry } from '../command/registry.ts'
import type { Host } from './host.ts'
import { nodeHost } from './node.ts'
import { supervise } from './node-main.ts'

/** The package is not beside it but maybe in PATH, and `node -e`, which a request needs, is not there. */
const host: Host = {
  ...nodeHost,
  request: async (asked) => (await import('./curl-request.ts')).curlRequest(nodeHost, '/', asked),
  startOwn: async (words) => {
    const { packageProgram } = await import('./npm-package.ts')
    const start = packageProgram(nodeHost)
    return start !== undefined && (await import('./node-own.ts')).startApart([...start, ...words])
  },
}

const engine: Engine = {
  label: 'the executable with Node inside',
  host,
  supervise,
  handOver: ([program, ...words]) => {
    const { status, error } = spawnSync(program, words, { stdio: 'inherit' })
    return error ? ((error as NodeJS.ErrnoException).code ?? error.message) : (status ?? 2)
  },
  openTerminal: async () => (await import('./node-terminal.ts')).openTerminal(),
}

/** The executable with Node inside: as the native program, told by the name that it is called by. */
export function startProgram(registry: Registry): void {
  startMulticall(registry, process.argv0, process.argv.slice(2), engine)
}
