import { failsClosed, type Hook } from './hook.ts'
import type { Group } from './run.ts'
import { VERSION } from './version.ts'

/** What a person sees who runs a hook on the command line. Never loaded on a harness's call. */

export function usageLine({ name }: Pick<Group, 'name'>): string {
  return [
    `usage: ${name} [PAYLOAD] [options]`,
    `Reads a hook payload from the argument, from stdin or from the harness's variable, for example:`,
    `  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' | ${name}`,
    `${name} --help says more.`,
  ].join('\n')
}

export function helpText({ name, parts }: Group): string {
  const [only] = parts
  return only && parts.length === 1 ? helpOfOne(only.hook) : helpOfSeveral(name, parts)
}

function helpOfSeveral(name: string, parts: Group['parts']): string {
  const rows = parts.map(({ hook }) => `  ${hook.name.padEnd(25)} ${hook.summary}\n`).join('')
  return `${name}: several hooks in one process, with one answer: the strictest

usage: ${name} [PAYLOAD] [options]

${rows}
Each looks at its own events, and decides as it would alone. Their own --help says more.

Options
  --explain [SUBJECT]      show what each understands and decides; --json for machines
  --mode MODE              enforce, ask or observe, for each hook that has a mode
  --set HOOK.KEY=VALUE     one option of one hook, for example --set ${parts[0]?.hook.name ?? 'HOOK'}.mode=ask
  --config FILE, --dialect NAME, --event NAME, --help, --version

Exit codes: 0 pass, ask, context; 2 deny, block; 64 usage error by hand.
`
}

function helpOfOne(hook: Hook): string {
  const { options } = hook
  const rows = Object.entries(options.defaults).map(
    ([key, value]) => `  ${key.padEnd(20)} ${shortJson(value)}`,
  )
  return `${hook.name}: ${hook.summary}

usage: ${hook.name} [PAYLOAD] [options]

The payload is the argument, else stdin, else OPENHARNESS_HOOK_PAYLOAD.
Events: ${[...hook.events, ...(hook.alsoServes ?? [])].join(', ')}${hook.tools ? ` (tools: ${hook.tools.join(', ')})` : ''}
On an error of its own it ${failsClosed(hook) ? 'denies (fails closed)' : 'passes and says so on stderr (fails open)'}.

Options
  --explain [SUBJECT]  show what is understood and which rule decides, for a payload, a command or a file
  --json               --explain for machines
${'mode' in options.defaults ? '  --mode MODE          enforce, ask or observe\n' : ''}  --config FILE        one more configuration file
  --set key=value      one option, for example --set ${exampleOption(options.defaults)}
  --dialect NAME       claude-code, openharness or unknown, instead of detecting it
  --event NAME         the event, for payloads that don't name it
  --help, --version

Configuration, section "${hook.name}" of hookbox.json, with defaults
${rows.join('\n')}

Exit codes: 0 pass, ask, context; 2 deny, block; 64 usage error by hand.
`
}

export function versionText({ name }: Pick<Group, 'name'>): string {
  return `${name} ${VERSION}\n`
}

function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'not set'
  return json.length > 60 ? `${json.slice(0, 57)}...` : json
}

function exampleOption(defaults: object): string {
  const [key, value] = Object.entries(defaults).find(([, candidate]) => typeof candidate !== 'object') ?? [
    'key',
    'value',
  ]
  return `${key}=${String(value)}`
}
