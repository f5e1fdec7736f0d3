/**
 * `npm run score`: the guards on the collected cases (test/fixtures/cases), each in the same
 * fixture world. Prints for each hook what it caught, what it missed and what it flagged
 * though it is harmless; cases that are argued in argued.json are listed apart. `--write`
 * puts the result into docs/scores.md; `--check` fails when something is missed or flagged
 * that is not argued. `--peers` asks two other guards about the same cases (score-peers.ts);
 * with `--list` each of their misses and false alarms is named.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { allCases, argued } from './score-cases.ts'
import { guards, outcomeOf } from './score-guards.ts'
import { comparePeers } from './score-peers.ts'
import { document, type Outcome, peersIn, report } from './score-report.ts'
import { makeScoreWorld } from './score-world.ts'

const page = path.resolve(import.meta.dirname, '../docs/scores.md')
const asked = (option: string) => process.argv.includes(option)

const world = makeScoreWorld()
try {
  const hooks = await guards()
  const outcomes: Outcome[] = []
  for (const one of allCases()) outcomes.push(await outcomeOf(one, hooks, world))
  const text = report(outcomes)
  process.stdout.write(`guards: ${hooks.map((hook) => hook.name).join(', ')}\n\n${text}`)
  const open = outcomes.filter(({ right, one }) => !right && argued[one.id] === undefined)
  // The pairs are made by us, after what our guards can tell: no measure of others.
  const foreign = outcomes.filter(({ one }) => one.hook !== 'pairs')
  const peers = asked('--peers') ? await comparePeers(foreign, asked('--list')) : undefined
  if (peers) process.stdout.write(`\n${peers.table}\n${peers.list}`)
  if (asked('--write')) {
    const [table = ''] = text.split('\n\n')
    const kept = peers?.table ?? peersIn(fs.readFileSync(page, 'utf8'))
    fs.writeFileSync(page, document(table.trimEnd(), outcomes, kept))
  }
  if (asked('--check') && open.length > 0) process.exitCode = 1
} finally {
  world.remove()
}
