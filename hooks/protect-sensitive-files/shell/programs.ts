import { patchedFiles } from '../../../src/text/patched-files.ts'
import type { Access } from '../touch.ts'
import { ADMINISTRATION } from './administration.ts'
import { git } from './git-command.ts'
import { packages } from './packages.ts'
import { programName } from './program-name.ts'
import { READERS } from './readers.ts'
import { fdProgram, findProgram } from './search.ts'
import { TRANSFERS } from './transfers.ts'
import { type Program, plain, split, uses } from './use.ts'
import { WRITERS } from './writers.ts'

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
  ...Object.fromEntries('npm pnpm yarn bun cnpm'.split(' ').map((name) => [name, packages])),
  patch,
  apply_patch: patch,
  applypatch: patch,
  find: findProgram(accessOf),
  gfind: findProgram(accessOf),
  fd: fdProgram(accessOf),
  fdfind: fdProgram(accessOf),
}

/** `[IO.File]::ReadAllText('x')`: what the method's name says. */
const dotnet: Program = ({ name, args }) => {
  if (/::(?:exists|get\w*time\w*|getattributes)$/.test(name)) return []
  const copies = /::(?:copy|move|replace)$/.test(name)
  const reads = /::(?:read\w*|open|openread|opentext|copy|new)$/.test(name)
  return [
    ...uses(args.slice(0, 1), reads ? 'read' : 'write'),
    ...uses(args.slice(1, copies ? 2 : 1), 'write'),
  ]
}

export function programOf(name: string): Program | undefined {
  if (/^\[(?:system\.)?io\.(?:file|streamreader|streamwriter)\]::\w+$/.test(name)) return dotnet
  return Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined
}
