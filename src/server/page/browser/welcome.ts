import { h } from './dom.ts'
import { copyButton } from './parts.ts'

const EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
]

/** For a server that has no record yet: the settings that bring the first. */
export function howToConnect(): HTMLElement {
  const address = location.origin
  const hook = JSON.stringify([{ hooks: [{ type: 'http', url: `${address}/v1/events`, timeout: 5 }] }])
  // One event a line, as people write it.
  const lines = EVENTS.map((event) => `    ${JSON.stringify(event)}: ${hook}`)
  const claude = `{\n  "hooks": {\n${lines.join(',\n')}\n  }\n}`
  return h(
    'section',
    { class: 'welcome' },
    h('h1', {}, 'No record is here yet'),
    h(
      'p',
      {},
      'Put this into the settings of Claude Code, and every call of a tool appears here as it happens:',
    ),
    h(
      'div',
      { class: 'snippet' },
      copyButton(claude, 'Copy the settings'),
      h('pre', { class: 'text' }, claude),
    ),
    h(
      'p',
      { class: 'faint' },
      'OpenHarness posts to the same address. A log that is there already can be sent as it is: ',
    ),
    h('pre', { class: 'text' }, `curl --data-binary @logs/tool-audit.jsonl ${address}/v1/records`),
  )
}
