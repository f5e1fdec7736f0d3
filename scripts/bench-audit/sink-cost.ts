import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenCpu, median, shuffled } from '../measure.ts'
import { makeHome, payload, type Result, root, startServer, stopServer } from './scene.ts'

const LIMIT = 1.1

/** What a call of the hook costs with the server up, with it down, and without any. */
export async function sinkCost(rounds: number, runs: number): Promise<Result> {
  const kept = makeHome({})
  const { child: server, port } = await startServer(0, path.join(kept.home, 'received.jsonl'))
  const scenes: ReturnType<typeof makeHome>[] = []
  const scene = (options: object) => {
    const made = makeHome(options)
    scenes.push(made)
    return made
  }
  try {
    return await compare(rounds, runs, scene, port)
  } finally {
    await stopServer(server)
    await endSenders(scenes.map(({ spool }) => spool))
    for (const one of [...scenes, kept]) one.remove()
  }
}

async function compare(
  rounds: number,
  runs: number,
  scene: (options: object) => ReturnType<typeof makeHome>,
  port: number,
): Promise<Result> {
  const sink = (to: number) => ({ type: 'http', url: `http://127.0.0.1:${to}/v1/records` })
  const rows = [
    { name: 'none', scene: scene({}) },
    { name: 'up', scene: scene({ sinks: [sink(port)] }) },
    // Nobody listens on port 9 here: the connection is refused.
    { name: 'down', scene: scene({ sinks: [sink(9)] }) },
  ].map((row) => ({ ...row, cpu: [] as number[], wall: [] as number[] }))
  let n = 0
  for (let round = -1; round < rounds; round++) {
    for (const { scene, cpu, wall } of shuffled(rows)) {
      const before = childrenCpu()
      const started = performance.now()
      for (let run = 0; run < runs; run++) once(scene, n++)
      if (round < 0) continue // the first one only warms up and starts the senders
      wall.push((performance.now() - started) / runs)
      cpu.push((childrenCpu() - before) / runs)
    }
  }
  const [none, up, down] = rows
  if (!none || !up || !down) throw new Error('no rows')
  // Of each round, since the machine is not the same from one to the next.
  const ratio = (a: readonly number[], b: readonly number[]) =>
    median(a.map((value, index) => value / (b[index] ?? value)))
  const cost = ratio(down.cpu, up.cpu)
  const times = rows.map(
    ({ name, cpu, wall }) => `${name} ${median(cpu).toFixed(1)} ms CPU, ${median(wall).toFixed(1)} ms`,
  )
  return {
    what: `a call of the hook, ${rounds} rounds of ${runs} runs, sink`,
    said: `${times.join('; ')}; down over up ${cost.toFixed(2)} (CPU), ${ratio(down.wall, up.wall).toFixed(2)} (time)`,
    failures: cost > LIMIT ? [`a server that is down costs ${cost.toFixed(2)} times one that is up`] : [],
  }
}

function once({ project, env }: ReturnType<typeof makeHome>, n: number): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/audit-tool-call')], {
    cwd: project,
    env,
    input: payload(project, n),
    encoding: 'utf8',
  })
  // After two minutes without a server the user is told, once.
  if (status === 0 && /do not arrive everywhere/.test(stdout)) return
  if (status !== 0 || stdout !== '' || stderr !== '') throw new Error(`exit ${status}: ${stdout}${stderr}`)
}

/** The senders that the hooks have started: each says in its lock who it is. */
async function endSenders(spools: readonly string[]): Promise<void> {
  for (const spool of spools) {
    const lock = path.join(spool, 'sender.lock')
    if (!fs.existsSync(lock)) continue
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 'SIGTERM')
    for (let wait = 0; wait < 100 && fs.existsSync(lock); wait++) await sleep(50)
  }
}
