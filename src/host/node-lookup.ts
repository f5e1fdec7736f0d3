import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { run } from './node-run.ts'

/**
 * Asks the system for a name as every program does (hosts file, name service, DNS). In a process of
 * its own: Node does it in a thread that nothing ends, and waits for that thread before it exits, so
 * that a DNS that does not answer would hold the hook for ten seconds and more.
 */
const ASK = `require('node:dns').lookup(process.argv[1], { all: true }, (error, all) => {
  process.stdout.write(JSON.stringify(error ? { code: error.code } : all))
})`

const asked = new Map<string, Promise<readonly LookupAddress[]>>()

/**
 * A `lookup` for a connection to `name`, which must be known before the time is up. Undefined where
 * nothing has to be asked. Throws an error with the code that Node's own has.
 */
export async function lookupOf(name: string, timeoutMs: number): Promise<LookupFunction | undefined> {
  if (isIP(name) !== 0) return undefined
  const pending = asked.get(name) ?? addressesOf(name, timeoutMs)
  asked.set(name, pending)
  const all = await pending
  const [first] = all
  return (_name, options, found) => {
    if (options.all === true) found(null, [...all])
    else found(null, first?.address ?? '', first?.family)
  }
}

async function addressesOf(name: string, timeoutMs: number): Promise<readonly LookupAddress[]> {
  // Every system knows it, and no server is asked.
  if (name === 'localhost') {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]
  }
  const result = await run([process.execPath, '-e', ASK, name], {
    cwd: '/',
    timeoutMs,
    maxOutputBytes: 16_384,
    env: { NODE_OPTIONS: undefined },
  })
  if (result.ended === 'timeout') throw Object.assign(new Error(), { code: 'EAI_AGAIN' })
  const answer = JSON.parse(result.stdout) as LookupAddress[] | { readonly code?: string }
  if (Array.isArray(answer) && answer.length > 0) return answer
  throw Object.assign(new Error(), { code: ('code' in answer && answer.code) || 'ENOTFOUND' })
}
