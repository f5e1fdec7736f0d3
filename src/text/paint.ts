import type { Host, Stream } from '../host/host.ts'

export const [BOLD, DIM] = [1, 2] as const

/** Gives text a colour, or another look, by its number (ECMA-48, SGR), where the stream shows it. */
export function painter(host: Host, stream: Stream): (code: number) => (text: string) => string {
  const colours = host.isTerminal(stream) && !host.env('NO_COLOR') && host.env('TERM') !== 'dumb'
  return (code) => (text) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text)
}
