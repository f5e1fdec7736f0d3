import { plainText } from './plain.ts'

/**
 * A program's output as plain text: without colours and other terminal sequences, without
 * what a progress line wrote over, without characters that can't be seen.
 */
export function plainOutput(text: string): string {
  return plainText(text.split('\n').map(lastWritten).join('\n'))
}

/** What of a line stays to be seen when a carriage return goes back to its start. */
function lastWritten(line: string): string {
  if (!line.includes('\r')) return line
  let end = line.length
  while (line[end - 1] === '\r') end--
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}
