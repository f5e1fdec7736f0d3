import { type Command, Option } from 'commander'
import { CLAUDE_EVENTS } from '../harness/claude-code.ts'
import { OPENHARNESS_EVENTS } from '../harness/openharness.ts'
import { nearest } from '../text/nearest.ts'
import { samplePayload } from './play/sample.ts'
import { HARNESSES, type HarnessName, TITLES } from './settings/places.ts'

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
  const { harness } = given
  const known = [...(harness === 'claude-code' ? CLAUDE_EVENTS : OPENHARNESS_EVENTS).keys()]
  if (!known.includes(event)) {
    const best = nearest(event, known)
    const hint = best === undefined ? `it has ${known.join(', ')}` : `did you mean ${best}?`
    return `${TITLES[harness]} has no event ${event}; ${hint}`
  }
  let input: Record<string, unknown> | undefined
  if (given.input !== undefined) {
    try {
      input = JSON.parse(given.input) as Record<string, unknown>
    } catch {
      return `--input is no JSON: ${given.input.slice(0, 60)}`
    }
  } else if (given.command !== undefined) input = { command: given.command }
  else if (given.file !== undefined) {
    input = { file_path: given.file, ...(given.tool === 'Read' ? {} : { content: given.content ?? '' }) }
  }
  const tool = given.tool ?? (given.file !== undefined && given.command === undefined ? 'Write' : undefined)
  const payload = samplePayload(harness, event, {
    cwd: given.cwd ?? process.cwd(),
    ...(tool === undefined ? {} : { tool }),
    ...(input === undefined ? {} : { input }),
    ...(given.prompt === undefined ? {} : { prompt: given.prompt }),
    ...(given.source === undefined ? {} : { source: given.source }),
  })
  process.stdout.write(`${JSON.stringify(payload)}\n`)
  return undefined
}
