import type * as ChildProcess from 'node:child_process'
import type * as Fs from 'node:fs'
import { below } from './process-tree.ts'

/**
 * The processes that a process started, and those started by them, also such as have left its
 * group (`setsid`, Node's `detached`). One whose parent has ended is nobody's any more and is
 * not found. Empty where that can't be told.
 */
export function descendants(pid: number): number[] {
  return below(pid, processes())
}

/** Every process with its parent. */
function processes(): (readonly [number, number])[] {
  try {
    return process.platform === 'linux' ? fromProc() : fromPs()
  } catch {
    return []
  }
}

function fromProc(): (readonly [number, number])[] {
  const fs: typeof Fs = process.getBuiltinModule('node:fs')
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // "pid (name) state parent ...", and the name may hold anything.
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'latin1')
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const]
    } catch {
      return [] // It has ended meanwhile.
    }
  })
}

function fromPs(): (readonly [number, number])[] {
  const { spawnSync }: typeof ChildProcess = process.getBuiltinModule('node:child_process')
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8', timeout: 2000 })
  return [...(stdout ?? '').matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(
    ([, child, parent]) => [Number(child), Number(parent)] as const,
  )
}
