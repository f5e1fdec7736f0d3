import type { Word } from '../../../src/shell/command.ts'
import { type Call, cutWord, leading, type Program, plain, split, type Use, uses } from './use.ts'

/** Programs that change, replace or remove every file they are given. */
const PLAIN =
  'tee sponge rm unlink shred trash trash-put srm wipe rimraf del-cli vi vim nvim nano pico emacs emacsclient ed ex micro hx helix ' +
  'code subl gedit kate mg joe jed mcedit truncate erase del ri rd rmdir'

const CMDLETS =
  'remove-item set-content sc add-content ac clear-content clc out-file new-item ni tee-object set-acl set-itemproperty'

const TAKES = { short: 'ns', long: ['--size', '--reference', '--iterations'] } as const

const plainWriter: Program = ({ args }) =>
  uses(
    split(args, TAKES).operands.filter((word) => !leading(word).startsWith('+')),
    'write',
    { deep: true },
  )

/** PowerShell writes `-Path value`; what is no option name is a value, and may be a path. */
const operandsOf = (args: readonly Word[]) => args.filter((word) => !/^-[A-Za-z]/.test(leading(word)))

const cmdlet: Program = ({ args }) => uses(operandsOf(args), 'write', { deep: true })

const touch: Program = ({ args }) =>
  uses(split(args, { short: 'drt', long: ['--date', '--reference'] }).operands, 'write', {
    only: ['control', 'startup'],
  })

/** Modes that take access away from others: setting them on a secret is good practice. */
const RESTRICTS = /^(?:0?[0-7]00|(?:go|og|g|o)[-=](?:[rwx]*)|u[+=-][rwx]+,(?:go|og)=|(?:go|og)=)$/

/** Modes that let others write. */
const GRANTS = /^[0-7]?[0-7](?:[2367][0-7]|[0-7][2367])$|(?:^|,)[ugoa]*[goa][ugoa]*[+=][rxX]*w|^\+[rxX]*w/

const chmod: Program = ({ args }) => {
  // A mode such as -x looks like an option.
  const [mode, ...files] = args.filter((word) => !/^-(?:[Rcvf]+|-\w[\w-]*)$/.test(leading(word)))
  const harmless =
    RESTRICTS.test(leading(mode)) && !/[+=].*[rwx]/.test(leading(mode).replace(/^u[+=-][rwx]+,/, ''))
  if (GRANTS.test(leading(mode))) return uses(files, 'write', { deep: true })
  return uses(files, 'write', { deep: true, only: harmless ? ['control'] : ['secret', 'control'] })
}

const owner: Program = ({ args }) =>
  uses(split(args, { short: 'mxMX', long: ['--from', '--reference'] }).operands.slice(1), 'write', {
    deep: true,
    only: ['secret', 'control'],
  })

/** cp, mv, install, ln: many sources, one destination. */
interface Copying {
  readonly sources: readonly Word[]
  readonly destination: Word | undefined
  readonly keepsExisting: boolean
}

function copying({ args }: Call): Copying | undefined {
  if (args.some((word) => /^-(?:Path|LiteralPath|Destination|NewName)$/i.test(leading(word)))) {
    const words = operandsOf(args)
    return { sources: words.slice(0, -1), destination: words.at(-1), keepsExisting: false }
  }
  const line = split(args, {
    short: 'tSmog',
    long: ['--target-directory', '--suffix', '--mode', '--owner', '--group'],
  })
  const keepsExisting =
    line.has('n', '--no-clobber') || line.valuesOf('--update').some(({ value }) => value === 'none')
  const [folder] = line.valuesOf('t', '--target-directory')
  if (folder) return { sources: line.operands, destination: folder, keepsExisting }
  if (line.operands.length < 2) return undefined
  return { sources: line.operands.slice(0, -1), destination: line.operands.at(-1), keepsExisting }
}

/** What becomes of the destination: one use for each source, since it may be a folder. */
function destinations({ sources, destination, keepsExisting }: Copying): Use[] {
  if (!destination) return []
  return [
    ...sources.map(
      (named): Use => ({
        word: destination,
        access: 'write',
        named,
        fills: true,
        ...(keepsExisting ? { only: ['control', 'startup'] } : {}),
      }),
    ),
    ...(sources.some((word) => /\/\.?$/.test(leading(word))) ? spread(destination) : []),
  ]
}

/** What lies in a folder or an archive goes into this one, names and all. */
export const spread = (destination: Word | undefined): Use[] =>
  uses([destination], 'write', { named: plain('hookbox'), only: ['control'] })

const copy: Program = (call) => {
  const parts = copying(call)
  if (!parts) return []
  const into = parts.destination ? { into: parts.destination } : {}
  return [...uses(parts.sources, 'read', { deep: true, ...into }), ...destinations(parts)]
}

const move: Program = (call) => {
  const parts = copying(call)
  if (!parts) return []
  // The old name stands for nothing any more.
  return [...uses(parts.sources, 'write', { deep: true }), ...destinations(parts)]
}

const install: Program = (call) => (split(call.args).has('d', '--directory') ? [] : copy(call))

const dd: Program = ({ args }) =>
  args.flatMap((word) => {
    const [, name = ''] = /^(if|of)=/.exec(leading(word)) ?? []
    if (name === '') return []
    return uses([cutWord(word, 3)], name === 'if' ? 'read' : 'write')
  })

const compress: Program = ({ args }) => {
  const line = split(args, { short: 'S', long: ['--suffix'] })
  const keeps = line.has('c', 'k', 'l', 't', '--stdout', '--keep', '--list', '--test')
  return uses(line.operands, keeps ? 'read' : 'write')
}

const tar: Program = ({ args }) => {
  // The old way to write options: `tar czf a.tgz folder`.
  const [first, ...rest] = args
  const old = first && /^[a-zA-Z]+$/.test(leading(first)) ? `-${leading(first)}` : undefined
  const words =
    old === undefined
      ? args
      : [plain(old.replace('f', '')), ...(old.includes('f') ? [plain('-f')] : []), ...rest]
  const line = split(words, {
    short: 'fCXTIKNgbV',
    long: ['--file', '--directory', '--exclude', '--exclude-from', '--files-from', '--transform'],
  })
  if (line.has('x', '--extract', '--get')) return spread(line.valuesOf('C', '--directory').at(-1))
  if (!line.has('c', 'r', 'u', '--create', '--append', '--update')) return []
  return [...uses(line.operands, 'read', { deep: true }), ...uses(line.valuesOf('f', '--file'), 'write')]
}

const zip: Program = ({ args }) => {
  const stop = args.findIndex((word) => /^(-x|--exclude|-i|--include)$/.test(leading(word)))
  const [archive, ...files] = split(stop < 0 ? args : args.slice(0, stop)).operands
  return [...uses([archive], 'write'), ...uses(files, 'read', { deep: true })]
}

const unzip: Program = ({ args }) => spread(split(args, { short: 'd' }).valuesOf('d').at(-1))

export const WRITERS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(PLAIN.split(' ').map((name) => [name, plainWriter])),
  ...Object.fromEntries(CMDLETS.split(' ').map((name) => [name, cmdlet])),
  touch,
  chmod,
  chown: owner,
  chgrp: owner,
  setfacl: owner,
  chattr: owner,
  cp: copy,
  gcp: copy,
  copy,
  'copy-item': copy,
  cpi: copy,
  xcopy: copy,
  robocopy: copy,
  mv: move,
  move,
  'move-item': move,
  mi: move,
  rni: move,
  ren: move,
  'rename-item': move,
  ln: copy,
  link: copy,
  install,
  dd,
  tar,
  bsdtar: tar,
  gtar: tar,
  zip,
  unzip,
  ...Object.fromEntries(
    'gzip bzip2 xz zstd lz4 gunzip bunzip2 unxz pigz'.split(' ').map((name) => [name, compress]),
  ),
}
