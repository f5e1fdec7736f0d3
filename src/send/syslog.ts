import * as dgram from 'node:dgram'
import * as net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as tls from 'node:tls'
import type { SyslogSink } from '../audit/sinks/sinks.ts'
import type { Adapter, Outcome } from './outcome.ts'
import { MissingError, readTrusted } from './secret.ts'
import { syslogMessage } from './syslog-message.ts'

/** So long an error may take to come back: nobody says that a message has arrived. */
const ECHO_MS = 50

/** Something that takes messages; `write` fails when they can't have arrived. */
interface Transport {
  write(messages: readonly Buffer[]): Promise<void>
  readonly isOpen: boolean
  close(): void
}

/**
 * Syslog by UDP (RFC 5426), TCP (RFC 6587) or TLS (RFC 5425). Syslog has no receipts: what the
 * system has taken counts as delivered, and after an error a batch is sent once more.
 */
export function syslogAdapter(sink: SyslogSink): Adapter {
  const url = new URL(sink.url)
  let transport: Transport | undefined
  const open = async (): Promise<Transport> => {
    if (transport?.isOpen) return transport
    transport?.close()
    transport = url.protocol === 'udp:' ? await openUdp(url) : await openStream(url, sink)
    return transport
  }
  return {
    deliver: async (batch): Promise<Outcome> => {
      try {
        await (await open()).write(batch.map(({ record }) => syslogMessage(record, sink)))
        return { kind: 'accepted' }
      } catch (error) {
        transport?.close()
        transport = undefined
        const why = (error as Error).message
        return error instanceof MissingError ? { kind: 'misconfigured', why } : { kind: 'retry', why }
      }
    },
    close: () => transport?.close(),
  }
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

async function openUdp(url: URL): Promise<Transport> {
  const socket = dgram.createSocket(hostOf(url).includes(':') ? 'udp6' : 'udp4')
  let failure: Error | undefined
  let isOpen = true
  socket.on('error', (error) => {
    failure = error
  })
  const close = () => {
    if (isOpen) socket.close()
    isOpen = false
  }
  // Connected, so that a port nobody listens on is told of.
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.connect(Number(url.port), hostOf(url), () => resolve())
  }).catch((error: unknown) => {
    close()
    throw error
  })
  return {
    get isOpen() {
      return isOpen && failure === undefined
    },
    write: async (messages) => {
      for (const message of messages) {
        await new Promise<void>((resolve, reject) =>
          socket.send(message, (error) => (error ? reject(error) : resolve())),
        )
      }
      await sleep(ECHO_MS)
      if (failure) throw failure
    },
    close,
  }
}

async function openStream(url: URL, sink: SyslogSink): Promise<Transport> {
  const where = { host: hostOf(url), port: Number(url.port) }
  const ca = sink.caFile === undefined ? {} : { ca: readTrusted(sink.caFile) }
  const name = net.isIP(where.host) === 0 ? { servername: where.host } : {}
  const isTls = url.protocol === 'tls:'
  const socket = isTls ? tls.connect({ ...where, ...ca, ...name }) : net.connect(where)
  let failure: Error | undefined
  socket.on('error', (error) => {
    failure = error
  })
  socket.on('close', () => {
    failure ??= new Error('the server closed the connection')
  })
  socket.resume() // what it says is of no interest, that it hangs up is
  const timeoutMs = (sink.timeoutSeconds ?? 30) * 1000
  await connected(socket, isTls ? 'secureConnect' : 'connect', timeoutMs)
  return {
    get isOpen() {
      return failure === undefined
    },
    write: async (messages) => {
      const bytes = Buffer.concat(messages.map((message) => framed(message, sink.framing ?? 'octets')))
      await written(socket, bytes, timeoutMs)
      await sleep(ECHO_MS)
      if (failure) throw failure
    },
    close: () => socket.destroy(),
  }
}

function connected(socket: net.Socket, event: string, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new Error(`no connection within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    )
    const fail = (error?: Error) => {
      clearTimeout(timer)
      reject(error ?? new Error('the server closed the connection'))
    }
    socket.once('error', fail)
    socket.once('close', () => fail())
    socket.once(event, () => {
      clearTimeout(timer)
      socket.removeListener('error', fail)
      resolve()
    })
  })
}

function written(socket: net.Socket, bytes: Buffer, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => socket.destroy(new Error(`not taken within ${timeoutMs / 1000} seconds`)),
      timeoutMs,
    )
    const fail = () => {
      clearTimeout(timer)
      reject(new Error('the server closed the connection'))
    }
    socket.once('close', fail)
    socket.write(bytes, (error) => {
      clearTimeout(timer)
      socket.removeListener('close', fail)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** RFC 6587 section 3.4: by its length before it, or by a line's end behind it. */
function framed(message: Buffer, framing: 'octets' | 'newline'): Buffer {
  return framing === 'octets'
    ? Buffer.concat([Buffer.from(`${message.length} `), message])
    : Buffer.concat([message, Buffer.from('\n')])
}
