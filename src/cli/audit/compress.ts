import * as fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import { nodeHost } from '../../host/node.ts'
import { takeLockFile } from '../../store/lock.ts'
import { ROTATION_STALE_MS, rotatedFiles, rotationLock } from '../../store/rotate.ts'

/**
 * Compresses the renamed files of a log, one process at a time. Waits first: a process that had
 * the file open when it was renamed may still append to it.
 */
export async function compress(log: string, settleMs: number): Promise<number> {
  await sleep(settleMs)
  const temporary = `${log}.gz-new`
  const lock = await takeLockFile(nodeHost, `${temporary}.lock`, { waitMs: 0, staleMs: 3_600_000 })
  if (lock.kind !== 'taken') return 0
  try {
    for (const { file, ending } of rotatedFiles(nodeHost, log)) {
      if (ending === '') await compressOne(log, file, temporary)
    }
    return 0
  } finally {
    fs.rmSync(temporary, { force: true })
    lock.release()
  }
}

/** The file may get a higher number meanwhile: it is known by its inode. */
async function compressOne(log: string, file: string, temporary: string): Promise<void> {
  const before = nodeHost.lstat(file)
  if (before?.kind !== 'file') return
  fs.rmSync(temporary, { force: true })
  const target = fs.createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(fs.createReadStream(file), createGzip(), target)
  const lock = await takeLockFile(nodeHost, rotationLock(log), { waitMs: 5000, staleMs: ROTATION_STALE_MS })
  if (lock.kind !== 'taken') return
  try {
    const now = rotatedFiles(nodeHost, log).find((one) => nodeHost.lstat(one.file)?.inode === before.inode)
    if (!now || nodeHost.lstat(now.file)?.size !== before.size) return
    // The time of its last record, by which it is removed one day.
    fs.utimesSync(temporary, new Date(before.modified), new Date(before.modified))
    fs.renameSync(temporary, `${now.file}.gz`)
    fs.unlinkSync(now.file)
  } finally {
    lock.release()
  }
}
