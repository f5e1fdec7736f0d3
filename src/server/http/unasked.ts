import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Connections on which nothing was asked yet; with one more the oldest is closed. */
const MOST = 500

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
  const watch = (socket: Socket) => {
    unasked.set(
      socket,
      setTimeout(() => socket.destroy(), afterMs),
    )
    socket.once('close', () => forget(socket))
    const [oldest] = unasked.keys()
    if (unasked.size <= MOST || !oldest) return
    forget(oldest)
    oldest.destroy()
  }
  server.on(event, watch)
  server.on('request', ({ socket }) => forget(socket))
}
