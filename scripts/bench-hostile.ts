/**
 * Shell texts made to be slow (scripts/hostile-inputs.ts), against every guard and all of them
 * in one process, beside 100 bytes that each of them judges too. The least of some rounds, in
 * milliseconds of wall-clock time, and whether it is within twice the ordinary one + 100 ms.
 *
 *   npm run bench:hostile              3 rounds
 *   npm run bench:hostile -- --rounds 9
 *
 * Exit code 1 when one is not.
 */
import { parseArgs } from 'node:util'
import { HOSTILE, ORDINARY } from './hostile-inputs.ts'
import { hostileWorld } from './hostile-world.ts'
import { shellGuards } from './payloads.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)
const guards = await shellGuards()
const world = hostileWorld()
const texts: readonly (readonly [string, string])[] = [
  ['100 ordinary bytes', ORDINARY],
  ...Object.entries(HOSTILE),
]
let over = 0
for (const names of [...guards.map((name) => [name]), guards]) {
  const limit = () => 2 * (best.get(ORDINARY) ?? 0) + 100
  const best = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    for (const [, text] of texts) {
      best.set(text, Math.min(best.get(text) ?? Number.POSITIVE_INFINITY, world.time(names, text)))
    }
  }
  process.stdout.write(`\n${names.join(' ')}: at most ${limit().toFixed(0)} ms\n`)
  for (const [title, text] of texts) {
    const time = best.get(text) ?? 0
    if (time > limit()) over++
    process.stdout.write(`${time > limit() ? 'OVER' : '    '} ${time.toFixed(0).padStart(5)}  ${title}\n`)
  }
}
world.remove()
process.stdout.write(`\n${over === 0 ? 'all within their limits' : `${over} over their limits`}\n`)
if (over > 0) process.exitCode = 1
