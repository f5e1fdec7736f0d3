/** The terminal that controls this process, open for a question and its answer. */
export interface Terminal {
  /** Shows the question and reads one line, at most `maxBytes` of it; spaces around it are left out. */
  ask(question: string, maxBytes: number): string
  close(): void
}
