const SEQUENCE =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[()*+./-][0-9A-Za-z]|\u001b[@-Z\\^_]|\u009b[0-?]*[ -/]*[@-~]/g

/**
 * A program's output as plain text: without colours and other terminal sequences, without
 * what a progress line wrote over, without control and direction characters.
 */
export function plainOutput(text: string): string {
  return text
    .replace(SEQUENCE, '')
    .replaceAll('\r\n', '\n')
    .replace(/[^\n\r]*\r(?!\n|$)/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
}
