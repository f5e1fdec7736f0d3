/** The terminal that controls this process: what a person there reads and types, whatever the output goes to. */
export interface Terminal {
  /** Shows the question and reads one line, at most `maxBytes` of it; empty when nothing can be read. */
  ask(question: string, maxBytes: number): string
  close(): void
}
