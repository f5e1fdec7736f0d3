/** An error with its stack, which in some engines does not repeat the message. */
export function stackOf(error: Error): string {
  const stack = error.stack ?? ''
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`
}
