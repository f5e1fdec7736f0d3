import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** With more connections on which nothing was asked yet, those that were silent for a while go. */
const MOST = 500
/** Whoever asks does so sooner, also when hundreds come at once. */
const WHILE_MS = 2000

/**
 * Closes connections on which nothing is asked. Node's own limits begin with the first byte: some
 * that never send one could take all the places of those who ask. `event`: what tells of a new one.
 */
export function closeUnasked(
  server: Server,
  event: 'connection' | 'secureConnection',
  afterMs: number,
): void {
  const unasked = new Map<Socket, NodeJS.Timeout>()
  const forget = (socket: Socket) => {
    clearTimeout(unasked.get(socket))
    unasked.delete(socket)
  }
  const close = (socket: Socket) => {
    forget(socket)
    socket.destroy()
  }
  const look = (socket: Socket) => {
    if (unasked.size > MOST) close(socket)
    else unasked.set(socket, setTimeout(close, Math.max(0, afterMs - WHILE_MS), socket))
  }
  server.on(event, (socket: Socket) => {
    unasked.set(socket, setTimeout(look, Math.min(WHILE_MS, afterMs), socket))
    socket.once('close', () => forget(socket))
  })
  server.on('request', ({ socket }) => forget(socket))
}
