import { below } from './process-tree.ts'
import { native, OPEN } from './quickjs-native.ts'

/** As node-descendants.ts: the processes below one. Empty where that can't be told. */
export function descendants(pid: number): number[] {
  if (native.platform !== 'linux') return []
  const names = native.list('/proc')
  if (typeof names === 'string') return []
  return below(
    pid,
    names.flatMap((name) => {
      const parent = /^\d+$/.test(name) ? parentIn(`/proc/${name}/stat`) : undefined
      return parent === undefined ? [] : [[Number(name), parent] as const]
    }),
  )
}

function parentIn(file: string): number | undefined {
  const fd = native.open(file, OPEN.read, 0)
  if (typeof fd === 'string') return undefined // It has ended meanwhile.
  const bytes = native.read(fd, 4096)
  native.close(fd)
  if (typeof bytes === 'string') return undefined
  const stat = native.decode(new Uint8Array(bytes), false, false) ?? ''
  // "pid (name) state parent ...", and the name may hold anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
