import { baseName } from '../../../src/paths/written.ts'
import { patchedFiles } from '../../../src/text/patched-files.ts'
import type { Access } from '../touch.ts'
import { ADMINISTRATION } from './administration.ts'
import { git } from './git-command.ts'
import { READERS } from './readers.ts'
import { fdProgram, findProgram } from './search.ts'
import { TRANSFERS } from './transfers.ts'
import { type Program, plain, split, uses } from './use.ts'
import { WRITERS } from './writers.ts'

/** The name a program is known by: `/usr/bin/CAT.exe` is cat. */
export function programName(written: string): string {
  return baseName(written.replaceAll('\\', '/'))
    .replace(/\.exe$/i, '')
    .toLowerCase()
}

/** What a program that others run (find -exec, xargs) does to its files. */
function accessOf(program: string): Access | undefined {
  const name = programName(program)
  if (Object.hasOwn(WRITERS, name)) return 'write'
  // A shell in between may do anything; what it reads is the least.
  return Object.hasOwn(READERS, name) || /^(?:ba|z|da|k)?sh$/.test(name) ? 'read' : undefined
}

/** `patch file`, `patch < x.diff`, `apply_patch <<EOF`: the files that the text names. */
const patch: Program = ({ name, args, command }) => {
  const fromText = patchedFiles(
    [command.input ?? '', ...(name === 'patch' ? [] : args.map(({ value }) => value ?? ''))].join('\n'),
  )
  const operands = name === 'patch' ? split(args, { short: 'pidoDFgrBYzV' }).operands.slice(0, 1) : []
  return uses([...operands, ...fromText.map(plain)], 'write')
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  ...READERS,
  ...TRANSFERS,
  ...WRITERS,
  ...ADMINISTRATION,
  git,
  patch,
  apply_patch: patch,
  applypatch: patch,
  find: findProgram(accessOf),
  gfind: findProgram(accessOf),
  fd: fdProgram(accessOf),
  fdfind: fdProgram(accessOf),
}

export function programOf(name: string): Program | undefined {
  return Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
}
