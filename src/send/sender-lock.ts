import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SENDER_LOCK, SENDER_STALE_MS } from '../spool/folder.ts'

const TOUCH_MS = 3000

/** The right to deliver from a spool, which one process has. */
export interface SenderLock {
  /** Tells whether it is still ours, and keeps it so. */
  isOurs(): boolean
  release(): void
}

/** Undefined: another sender is at work. */
export async function takeSenderLock(folder: string): Promise<SenderLock | undefined> {
  const file = path.join(folder, SENDER_LOCK)
  for (let tries = 0; tries < 5; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
      return held(file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const before = look(file)
    if (before === undefined) continue
    // A machine that has just woken up: its sender touches the lock again within seconds.
    if (Date.now() - before.modified > SENDER_STALE_MS && isAlive(before.pid)) await sleep(2 * TOUCH_MS)
    const now = look(file)
    if (now === undefined) continue
    const isDead = !isAlive(now.pid) || Date.now() - now.modified > SENDER_STALE_MS
    if (!isDead) return undefined
    fs.rmSync(file, { force: true })
  }
  return undefined
}

function held(file: string): SenderLock {
  const touch = () => {
    try {
      const now = new Date()
      if (isMine()) fs.utimesSync(file, now, now)
    } catch {
      // Then it is no longer ours.
    }
  }
  const isMine = () => look(file)?.pid === process.pid
  const timer = setInterval(touch, TOUCH_MS)
  return {
    isOurs: isMine,
    release: () => {
      clearInterval(timer)
      if (isMine()) fs.rmSync(file, { force: true })
    },
  }
}

function look(file: string): { readonly pid: number; readonly modified: number } | undefined {
  try {
    return { pid: Number(fs.readFileSync(file, 'utf8')), modified: fs.statSync(file).mtimeMs }
  } catch {
    return undefined
  }
}

/** Process ids are used again, and other machines have their own: the lock's age counts as well. */
function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
