/** What `npm run score` prints, and docs/scores.md. */
import { argued, type Case } from './score-cases.ts'

export interface Outcome {
  readonly one: Case
  readonly by: readonly string[]
  readonly right: boolean
}

function groupName(one: Case): string {
  return one.hook === '' ? 'consensus of other guards' : one.hook
}

export function report(outcomes: readonly Outcome[]): string {
  const out: string[] = []
  const rows: string[] = []
  const groups = [...new Set(outcomes.map(({ one }) => groupName(one)))].sort()
  for (const group of groups) {
    const here = outcomes.filter(({ one }) => groupName(one) === group)
    const dangerous = here.filter(({ one }) => one.flag)
    const harmless = here.filter(({ one }) => !one.flag)
    const caught = dangerous.filter(({ right }) => right).length
    const wrong = (list: readonly Outcome[]) =>
      list.filter(({ right, one }) => !right && argued[one.id] === undefined)
    const excused = here.filter(({ right, one }) => !right && argued[one.id] !== undefined).length
    rows.push(
      `| ${group} | ${caught} of ${dangerous.length} | ${harmless.filter(({ right }) => !right).length} of ${harmless.length} | ${excused} |`,
    )
    for (const { one } of wrong(dangerous)) out.push(`missed       ${group}: ${one.id} ${one.text}`)
    for (const { one, by } of wrong(harmless))
      out.push(`false alarm  ${group}: ${one.id} ${one.text} (${by.join(', ')})`)
  }
  const table = [
    '| cases about | caught | harmless, but flagged | of both, argued below |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  return `${table}\n${out.length > 0 ? `\n${out.join('\n')}\n` : ''}`
}

const PEERS = /<!-- begin peers -->\n([\s\S]*?)\n<!-- end peers -->/

/** The table of the other guards that a page has. */
export function peersIn(page: string): string {
  return PEERS.exec(page)?.[1] ?? ''
}

export function document(table: string, outcomes: readonly Outcome[], peers: string): string {
  const rows = outcomes
    .filter(({ right, one }) => !right && argued[one.id] !== undefined)
    .map(
      ({ one }) =>
        `| \`${one.text.slice(0, 160).replaceAll('|', '\\|').replaceAll('`', "'")}\` | ${one.flag ? 'not flagged' : 'flagged'} | ${argued[one.id]} |`,
    )
  const open = outcomes
    .filter(({ right, one }) => !right && argued[one.id] === undefined)
    .map(
      ({ one }) =>
        `- \`${one.text.slice(0, 160).replaceAll('`', "'")}\` (${one.flag ? 'not flagged' : 'flagged'})`,
    )
  return `# Scores

Written by \`npm run score -- --write\`. The cases are in \`test/fixtures/cases\`: incidents are
reports of real accidents and real false alarms, each with the right outcome; the consensus is
what at least two other guards agree on; pairs are made by us, a dangerous command and a harmless
one that looks like it. All guards run on every case with their default
options, in one fixture repository (\`scripts/score-world.ts\`). A case counts as caught when a
guard denies or asks, whichever it is.

${table}

## Beside other guards

Written by \`npm run score -- --peers --write\`, which installs the others from npm into
\`~/.cache/hookbox-peers\`. All are asked about the same cases (without our pairs), with their default settings,
in the same fixture repository; \`--list\` names every miss and every false alarm. Two things are
to be kept in mind: some of the cases are what other guards test themselves by, and the
argued exceptions below count here as misses and false alarms of ours.

<!-- begin peers -->
${peers}
<!-- end peers -->

## Argued exceptions

| case | here | why |
| --- | --- | --- |
${rows.join('\n')}

## Open

${open.length > 0 ? open.join('\n') : 'None.'}
`
}
