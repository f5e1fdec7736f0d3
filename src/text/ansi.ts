const SEQUENCE =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[()*+./-][0-9A-Za-z]|\u001b[@-Z\\^_]|\u009b[0-?]*[ -/]*[@-~]/g

/**
 * A program's output as plain text: without colours and other terminal sequences, without
 * what a progress line wrote over, without control and direction characters.
 */
export function plainOutput(text: string): string {
  return text
    .replace(SEQUENCE, '')
    .split('\n')
    .map(lastWritten)
    .join('\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
}

/** What of a line stays to be seen when a carriage return goes back to its start. */
function lastWritten(line: string): string {
  if (!line.includes('\r')) return line
  let end = line.length
  while (line[end - 1] === '\r') end--
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end)
}
