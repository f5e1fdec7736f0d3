import type { Command } from '../../../src/shell/command.ts'
import { type Deletion, type Form, knownText, type Target } from '../deletion.ts'
import { cut, splitOptions } from '../words.ts'

/** Disks and partitions of Linux, macOS and the BSDs. */
const DEVICE =
  /^\/dev\/(?:r?disk\d|sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|loop\d|md\d|dm-\d|mapper\/|disk\/|ada?\d|nbd\d|zd\d|pmem\d)/

export function isDevice(path: string): boolean {
  return DEVICE.test(path)
}

/** `mkfs`, `wipefs`, `blkdiscard` ...: the operand is a disk that loses everything. */
export const format: Form = (command, program) => {
  const { given, operands } = splitOptions(command.argv.slice(1), {
    valued: ['t', 'L', 'U', 'b', 'o', 'p', 'l', 's', 'n'],
  })
  if (program === 'wipefs' && !given.has('a') && !given.has('all')) return undefined
  const targets = operands
    .filter((word) => isDevice(knownText(word)))
    .map((word): Target => ({ word, cwd: command.cwd }))
  return targets.length === 0
    ? undefined
    : { how: program, effect: 'device', targets, source: command.source }
}

/** `dd of=/dev/sda`. */
export const dd: Form = (command, program) => {
  const targets = command.argv
    .slice(1)
    .filter((word) => knownText(word).startsWith('of='))
    .map((word): Target => ({ word: cut(word, 3), cwd: command.cwd }))
  const devices = targets.filter((target) => isDevice(knownText(target.word)))
  if (devices.length > 0) return { how: program, effect: 'device', targets: devices, source: command.source }
  return targets.length === 0
    ? undefined
    : { how: program, effect: 'overwrite', targets, source: command.source }
}

/** Redirections and copies onto a disk. */
export function writtenDevices(command: Command): Deletion | undefined {
  const words = [
    ...command.redirects.filter((one) => one.writes).flatMap((one) => (one.target ? [one.target] : [])),
    ...(/^(?:cp|tee|shred)$/.test(command.argv[0]?.value ?? '') ? command.argv.slice(1) : []),
  ]
  const targets = words
    .filter((word) => isDevice(knownText(word)))
    .map((word): Target => ({ word, cwd: command.cwd }))
  return targets.length === 0
    ? undefined
    : { how: 'writing to a disk', effect: 'device', targets, source: command.source }
}
