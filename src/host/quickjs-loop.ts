import { native } from './quickjs-native.ts'

/** Something that waits for the outside world. */
export interface Waiting {
  /** Descriptors that it reads from, and those that it writes to. */
  reads(): readonly number[]
  writes(): readonly number[]
  /** When it wants to be asked again in any case, in milliseconds since the epoch. */
  until(): number
  /** Called with the descriptors that are ready. */
  turn(ready: ReadonlySet<number>): void
}

const waiting = new Set<Waiting>()

export function wait(one: Waiting): void {
  waiting.add(one)
}

export function waitNoMore(one: Waiting): void {
  waiting.delete(one)
}

export function sleep(ms: number): Promise<void> {
  const until = Date.now() + ms
  return new Promise((resolve) => {
    const one: Waiting = {
      reads: () => [],
      writes: () => [],
      until: () => until,
      turn: () => {
        if (Date.now() < until) return
        waitNoMore(one)
        resolve()
      },
    }
    wait(one)
  })
}

/** Waits for the first thing to happen; false when nothing can. */
export function turn(): boolean {
  if (waiting.size === 0) return false
  const all = [...waiting]
  const left = Math.min(...all.map((one) => one.until())) - Date.now()
  const ms = left > 0x7fffffff ? -1 : Math.max(0, Math.ceil(left))
  const ready = new Set(
    native.poll(
      all.flatMap((one) => one.reads()),
      all.flatMap((one) => one.writes()),
      ms,
    ),
  )
  for (const one of all) if (waiting.has(one)) one.turn(ready)
  return true
}
