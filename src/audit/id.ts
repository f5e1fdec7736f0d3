import { sha256 } from '../text/sha256.ts'

/**
 * A globally unique id of a record, in the form of a UUID of version 7 (RFC 9562): later ones sort
 * behind. The engine's random numbers alone may start alike in two processes, so what the
 * record is about goes in as well.
 */
export function recordId(now: number, about: string): string {
  const random = sha256(`${about}\n${now}\n${Math.random()}\n${Math.random()}`)
  const time = Math.floor(now).toString(16).padStart(12, '0').slice(-12)
  const variant = (8 + (Number.parseInt(random[3] ?? '0', 16) & 3)).toString(16)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${random.slice(0, 3)}`,
    `${variant}${random.slice(4, 7)}`,
    random.slice(7, 19),
  ].join('-')
}
