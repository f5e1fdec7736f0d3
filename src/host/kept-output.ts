/** The first and the last bytes of an output: the head names the problem, the tail sums up. */
export class KeptOutput {
  readonly #half: number
  readonly #head: Uint8Array[] = []
  #headLength = 0
  #tail: Uint8Array[] = []
  #tailLength = 0
  omitted = 0

  constructor(limit: number) {
    this.#half = Math.max(2, limit) >> 1
  }

  add(chunk: Uint8Array): void {
    const room = this.#half - this.#headLength
    let rest = chunk
    if (room > 0) {
      const part = chunk.subarray(0, room)
      this.#head.push(part)
      this.#headLength += part.length
      rest = chunk.subarray(part.length)
    }
    if (rest.length === 0) return
    this.#tail.push(rest)
    this.#tailLength += rest.length
    // Trimmed at twice the limit, so that many small chunks stay linear.
    if (this.#tailLength > 2 * this.#half) this.#trim()
  }

  #trim(): void {
    const all = joined(this.#tail, this.#tailLength)
    const kept = all.subarray(Math.max(0, all.length - this.#half))
    this.omitted += all.length - kept.length
    this.#tail = [kept]
    this.#tailLength = kept.length
  }

  text(): string {
    this.#trim()
    const head = joined(this.#head, this.#headLength)
    const tail = joined(this.#tail, this.#tailLength)
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    if (this.omitted === 0) return decoder.decode(joined([head, tail], head.length + tail.length))
    return `${decoder.decode(head)}\n... ${this.omitted} bytes left out ...\n${decoder.decode(tail)}`
  }
}

/** The chunks as one. */
export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  if (only && chunks.length === 1) return only
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
