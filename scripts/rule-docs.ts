import { type Hook, MODES, type Rule } from '../src/hook.ts'
import { rulesOf } from '../src/settle.ts'

const MEANING =
  'Modes of single rules, by their ids; where one refuses, its own mode counts instead of `mode`.'

/** What the published schema and the READMEs say about a hook's rules; undefined: it has none. */
export async function ruleDocs(hook: Hook) {
  if (!hook.rules) return undefined
  const rules = await rulesOf(hook)
  const properties = Object.fromEntries(
    rules.map(({ id, what, critical }) => [
      id,
      { description: sentence(what), enum: [...MODES].reverse().slice(0, critical ? 2 : 3) },
    ]),
  )
  return {
    schema: { description: MEANING, type: 'object', properties, additionalProperties: false, default: {} },
    optionRow: `| \`rules\` | \`{}\` | ${MEANING} | only stricter |\n`,
    table: tableOf(rules),
  }
}

function tableOf(rules: readonly Rule[]): string {
  const rows = rules.map(
    ({ id, what, critical }) => `| \`${id}\` | ${sentence(what)} | ${critical ? 'yes' : ''} |\n`,
  )
  return `| rule | what it refuses | critical |\n| --- | --- | --- |\n${rows.join('')}`
}

function sentence(what: string): string {
  return what.charAt(0).toUpperCase() + what.slice(1)
}
