import { type Command, Option } from 'commander'
import { askedPayload, unknownEvent } from './play/asked.ts'
import { HARNESSES, type HarnessName } from './settings/places.ts'
import { objectOf } from './settings/value.ts'

interface Given {
  readonly harness: HarnessName
  readonly command?: string
  readonly file?: string
  readonly content?: string
  readonly tool?: string
  readonly input?: string
  readonly prompt?: string
  readonly source?: string
  readonly cwd?: string
}

/** `hookbox sample EVENT`: a payload to pipe into a hook. */
export function addSample(program: Command): void {
  program
    .command('sample')
    .description('print a payload as a harness sends it, to pipe into a hook')
    .argument('<event>', 'as the harness calls it: PreToolUse, pre_tool_use, Stop ...')
    .addOption(new Option('--harness <name>', 'whose').choices(HARNESSES).default('claude-code'))
    .option('--command <text>', 'the shell command of a Bash call')
    .option('--file <path>', 'the file of a Write call, or of the tool that --tool names')
    .option('--content <text>', 'what is written into it')
    .option('--tool <name>', 'the tool')
    .option('--input <json>', "the tool's whole input")
    .option('--prompt <text>', "the user's prompt")
    .option('--source <name>', 'the source, reason, trigger or agent type of the event')
    .option('--cwd <folder>', 'the session’s folder', process.cwd())
    .addHelpText(
      'after',
      "\nExamples:\n  hookbox sample PreToolUse --command 'rm -rf build' | block-dangerous-rm\n  hookbox sample pre_tool_use --harness openharness --file .env | protect-sensitive-files",
    )
    .action((event: string, given: Given) => {
      const problem = print(event, given)
      if (problem === undefined) return
      process.stderr.write(`hookbox sample: ${problem}\n`)
      process.exitCode = 64
    })
}

function print(event: string, given: Given): string | undefined {
  const { harness, input: text, ...asked } = given
  const problem = unknownEvent(harness, event)
  if (problem !== undefined) return problem
  const input = text === undefined ? undefined : objectOf(text)
  if (text !== undefined && input === undefined) return `--input is no JSON object: ${text.slice(0, 60)}`
  process.stdout.write(`${JSON.stringify(askedPayload(harness, event, { ...asked, input }))}\n`)
  return undefined
}
