import type { Host } from '../host/host.ts'
import type { Seam } from './append.ts'
import type { Checkpoint } from './checkpoint.ts'
import { LINK_BYTES, type Link, NOTHING_BEFORE, splitLink } from './link.ts'

/** What the next record goes on from. */
export interface Head extends Pick<Checkpoint, 'seq' | 'hash' | 'starts'> {
  readonly seam?: Seam['reason']
}

export const START: Head = { seq: 0, hash: NOTHING_BEFORE, starts: [1], seam: 'start' }

/**
 * Where the chain goes on when checkpoint and log do not fit together: a process died between the
 * two, or somebody was at it. Never behind the checkpoint, so that what was cut off leaves a gap.
 */
export function recovered(host: Host, path: string, size: number, checkpoint: Checkpoint | undefined): Head {
  const last = size === 0 ? undefined : lastLink(host, path)
  if (!checkpoint) {
    // Lines without a chain may be there already; it covers what comes from now on.
    return last ? { seq: last.seq, hash: last.hash, starts: [0], seam: 'no-checkpoint' } : START
  }
  const { seq, hash, starts } = checkpoint
  // It died after the file was renamed and before the next one began.
  const renamed = size === 0 ? lastLink(host, `${path}.1`) : undefined
  if (renamed?.seq === seq && renamed.hash === hash) {
    return { seq, hash, starts: [seq + 1, ...starts], seam: 'rotation' }
  }
  if (last && last.seq > seq) return { seq: last.seq, hash: last.hash, starts }
  return size < checkpoint.bytes ? { seq, hash, starts, seam: 'lost' } : { seq, hash, starts }
}

/** The link of the log's last line, where it has one. */
function lastLink(host: Host, path: string): Link | undefined {
  try {
    const text = new TextDecoder().decode(host.readFile(path, LINK_BYTES + 1, -(LINK_BYTES + 1)))
    return splitLink(text.replace(/\n$/, ''))?.link
  } catch {
    return undefined
  }
}
