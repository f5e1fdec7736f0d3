/** Answers of an http handler on PreToolUse, and whether the call runs, by `onFailure`. */
export const HTTP_ANSWERS: readonly {
  readonly name: string
  readonly status: number
  readonly body: string
  readonly runs: boolean
  /** With `onFailure: "block"`. */
  readonly runsWhenClosed: boolean
}[] = [
  { name: 'a refusal', status: 200, body: refusal(), runs: false, runsWhenClosed: false },
  { name: 'a refusal with 201', status: 201, body: refusal(), runs: false, runsWhenClosed: false },
  { name: 'a refusal with 403', status: 403, body: refusal(), runs: true, runsWhenClosed: false },
  { name: 'a refusal with 500', status: 500, body: refusal(), runs: true, runsWhenClosed: false },
  { name: 'the way to another place', status: 307, body: '', runs: true, runsWhenClosed: false },
  { name: 'nothing', status: 204, body: '', runs: true, runsWhenClosed: true },
  { name: 'an empty body', status: 200, body: '', runs: true, runsWhenClosed: true },
  { name: 'plain text', status: 200, body: 'hello', runs: true, runsWhenClosed: false },
  { name: 'a list', status: 200, body: '[]', runs: true, runsWhenClosed: false },
  { name: 'JSON cut off', status: 200, body: refusal().slice(0, -3), runs: true, runsWhenClosed: false },
]

function refusal(): string {
  const hookSpecificOutput = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no',
  }
  return JSON.stringify({ hookSpecificOutput })
}
