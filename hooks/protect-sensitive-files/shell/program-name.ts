import { baseName } from '../../../src/paths/written.ts'

/** The name a program is known by: `/usr/bin/CAT.exe` is cat. */
export function programName(written: string): string {
  return baseName(written.replaceAll('\\', '/'))
    .replace(/\.exe$/i, '')
    .toLowerCase()
}
