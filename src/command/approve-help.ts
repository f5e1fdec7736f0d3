/** Whether these words to `hookbox` are for this command. */
export function isApprove([first, second]: readonly string[]): boolean {
  return first === 'approve' || (first === 'help' && second === 'approve')
}

export const APPROVE_SUMMARY = 'allow a refused call or a deploy once; for a person at a terminal'

/** Its options are read by this text (own-words.ts). */
export const APPROVE_HELP = `Usage: hookbox approve [options] [code]

${APPROVE_SUMMARY}

Arguments:
  code                 the code from the refusal, or the word deploy

Options:
  --list               the calls that can be approved, and the approvals that
                       wait for their call
  --revoke             take the approval with this code back; without a code all
                       of them
  --minutes <number>   how long the approval waits for its call, up to 60
                       (default: "10")
  --env <name>         of a deploy: the environment
  --ttl <time>         of a deploy: how long the approval waits, such as 30m or
                       2h, up to 24h (default: "30m")
  --commit <revision>  of a deploy: the commit; default: the one checked out
                       here
  --break-glass        of a deploy: although conditions fail; asks why
  --reason <text>      why, where that is asked
  -h, --help           display help for command
`
