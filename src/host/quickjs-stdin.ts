import type { StdinLimits, StdinRead } from './host.ts'
import { joined } from './kept-output.ts'
import { native } from './quickjs-native.ts'

/** As in node-stdin.ts: a writer that is merely between two writes is not asked in vain. */
const PAUSE_MS = 5
const MOST = 65_536

/**
 * Reads standard input as node-stdin.ts does. Nothing else can happen meanwhile, so it simply
 * waits.
 */
export function readStdin(limits: StdinLimits): StdinRead {
  const mayWait = native.mayWait(0)
  const chunks: Uint8Array[] = []
  let length = 0
  let lastByte = Date.now()
  let asked = 0
  const ended = (stopped: StdinRead['stopped']): StdinRead => ({ bytes: joined(chunks, length), stopped })
  for (;;) {
    if (mayWait) {
      const silent = lastByte + limits.silenceMs - Date.now()
      const pause = length === asked ? silent : Math.min(PAUSE_MS, silent)
      if (native.poll([0], [], Math.max(0, pause)).length === 0) {
        if (length !== asked) {
          asked = length
          if (limits.whole(joined(chunks, length))) return ended('whole')
        }
        if (lastByte + limits.silenceMs <= Date.now()) return ended('silence')
        continue
      }
    }
    const got = native.read(0, MOST)
    // Somebody else reads from the same pipe.
    if (got === 'EAGAIN') continue
    if (typeof got === 'string') return ended('unreadable')
    if (got.byteLength === 0) return ended('end')
    chunks.push(new Uint8Array(got))
    length += got.byteLength
    lastByte = Date.now()
    if (length > limits.maxBytes) return ended('too-large')
  }
}
