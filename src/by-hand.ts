import { failsClosed, type Hook } from './hook.ts'
import { VERSION } from './version.ts'

/** What a person sees who runs a hook on the command line. Never loaded on a harness's call. */

export function usageLine(hook: Pick<Hook, 'name'>): string {
  return [
    `usage: ${hook.name} [PAYLOAD] [options]`,
    `Reads a hook payload from the argument, from stdin or from the harness's variable, for example:`,
    `  echo '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}' | ${hook.name}`,
    `${hook.name} --help says more.`,
  ].join('\n')
}

export function helpText<Options extends object>(hook: Hook<Options>): string {
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

export function versionText(hook: Pick<Hook, 'name'>): string {
  return `${hook.name} ${VERSION}\n`
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
