import type { Command, Word } from '../../../src/shell/command.ts'
import { slashed } from '../../../src/shell/slashed.ts'
import {
  type Deletion,
  type Form,
  knownText,
  knownWord,
  type Scene,
  type Target,
  unknownWord,
} from '../deletion.ts'
import { mv } from './move.ts'
import { pipedFrom } from './pipeline.ts'
import { cmdDelete } from './windows.ts'

/** A cmdlet's words: named parameters (which may be shortened) and positions. */
interface Given {
  readonly switches: ReadonlySet<string>
  readonly values: ReadonlyMap<string, readonly Word[]>
  readonly positions: readonly Word[]
}

const SWITCHES = [
  'recurse',
  'force',
  'whatif',
  'confirm',
  'verbose',
  'directory',
  'file',
  'hidden',
  'readonly',
  'system',
  'name',
]
const VALUED = [
  'path',
  'literalpath',
  'destination',
  'filter',
  'include',
  'exclude',
  'erroraction',
  'depth',
  'credential',
  'errorvariable',
  'stream',
  'attributes',
  'warningaction',
]

function parametersOf(words: readonly Word[]): Given {
  const switches = new Set<string>()
  const values = new Map<string, Word[]>()
  const positions: Word[] = []
  let name: string | undefined
  for (const word of words) {
    const text = knownText(word)
    const parameter = /^-([A-Za-z]+)(?::(.*))?$/.exec(text)
    if (!parameter) {
      if (name === undefined) positions.push(word)
      else values.set(name, [...(values.get(name) ?? []), word])
      // `-Include *.a, *.b`: a list goes on while words follow a comma; one value otherwise.
      if (name !== 'include' && name !== 'exclude') name = undefined
      continue
    }
    const short = (parameter[1] ?? '').toLowerCase()
    const flag = SWITCHES.find((one) => one.startsWith(short))
    const valued =
      VALUED.find((one) => one === short) ?? (flag ? undefined : VALUED.find((one) => one.startsWith(short)))
    name = valued
    if (valued === undefined && parameter[2]?.toLowerCase() !== '$false') switches.add(flag ?? short)
  }
  return { switches, values, positions }
}

/** `Remove-Item` and its aliases. */
const removeItem: Form = (command, program, scene) => {
  const asCmd = cmdDelete(command, program, scene)
  if (asCmd) return asCmd
  const { switches, values, positions } = parametersOf(command.argv.slice(1))
  if (switches.has('whatif')) return undefined
  // Where PowerShell has no alias rm, it is the program: `rm -rf`.
  const recursive = ['recurse', 'rf', 'fr', 'rfv'].some((one) => switches.has(one))
  const words = [...positions, ...(values.get('path') ?? []), ...(values.get('literalpath') ?? [])]
  const limited = [...(values.get('include') ?? []), ...(values.get('filter') ?? [])].map(knownText)
  const found =
    limited.length > 0 && recursive
      ? { names: limited, aged: false, empty: false, filesOnly: false }
      : undefined
  const targets: Target[] = words.map((word) => ({ word, cwd: command.cwd, ...(found ? { found } : {}) }))
  if (targets.length === 0 && command.moreOperands) targets.push(...fromListing(command, scene))
  const how = recursive ? 'Remove-Item -Recurse' : 'Remove-Item'
  return { how, effect: recursive ? 'tree' : 'files', targets, source: command.source }
}

/** What `Get-ChildItem ... |` in front of it lists. */
function fromListing(command: Command, scene: Scene): Target[] {
  const before = pipedFrom(command, scene)
  const program = before && knownText(before.argv[0] ?? knownWord('')).toLowerCase()
  if (!before || !/^(?:get-childitem|gci|ls|dir|get-item|gi)$/.test(program ?? '')) {
    return [{ word: unknownWord('what comes through the pipe', command.source), cwd: command.cwd }]
  }
  const { switches, values, positions } = parametersOf(slashed(before).argv.slice(1))
  const [root = knownWord('.')] = [
    ...positions,
    ...(values.get('path') ?? []),
    ...(values.get('literalpath') ?? []),
  ]
  const names = [...(values.get('include') ?? []), ...(values.get('filter') ?? [])].map(knownText)
  if (/^(?:get-item|gi)$/.test(program ?? '')) return [{ word: root, cwd: before.cwd }]
  if (names.length === 0) return [{ word: root, cwd: before.cwd, contents: true }]
  return [
    {
      word: root,
      cwd: before.cwd,
      found: { names, aged: false, empty: false, filesOnly: switches.has('file') },
    },
  ]
}

const clearContent: Form = (command) => {
  const { values, positions } = parametersOf(command.argv.slice(1))
  const words = [...positions, ...(values.get('path') ?? [])]
  const targets = words.map((word): Target => ({ word, cwd: command.cwd }))
  return { how: 'Clear-Content', effect: 'empty', targets, source: command.source }
}

/** `Move-Item a b`, `mi`: as mv does it. */
const moveItem: Form = (command, program, scene) => {
  const { values, positions } = parametersOf(command.argv.slice(1))
  const words = [...positions, ...(values.get('path') ?? []), ...(values.get('literalpath') ?? [])]
  return mv(
    { ...command, argv: [knownWord('mv'), ...words, ...(values.get('destination') ?? [])] },
    program,
    scene,
  )
}

const wholeDisk: Form = (command, program) => ({
  how: program,
  effect: 'device',
  targets: [{ word: unknownWord('the disk', command.source), cwd: command.cwd }],
  source: command.source,
})

/** `[System.IO.Directory]::Delete(path, $true)`. */
function method(command: Command, name: string): Deletion | undefined {
  const call = /^\[(?:system\.)?io\.(directory|file)\]::delete$/.exec(name)
  const basic = /^\[microsoft\.visualbasic\.fileio\.filesystem\]::delete(directory|file)$/.exec(name)
  const [, path, second] = command.argv
  const kind = call?.[1] ?? basic?.[1]
  if (!kind || !path) return undefined
  const recursive = basic !== null || (second !== undefined && /true|1/i.test(second.source))
  const effect = kind === 'file' ? 'files' : recursive ? 'tree' : 'perhaps'
  return {
    how: knownText(command.argv[0] ?? path),
    effect,
    targets: [{ word: path, cwd: command.cwd }],
    source: command.source,
  }
}

const CMDLETS: ReadonlyMap<string, Form> = new Map([
  ...['remove-item', 'ri', 'rm', 'rmdir', 'rd', 'del', 'erase'].map((name) => [name, removeItem] as const),
  ...['move-item', 'mi', 'mv', 'move'].map((name) => [name, moveItem] as const),
  ...['clear-content', 'clc'].map((name) => [name, clearContent] as const),
  ...['format-volume', 'clear-disk', 'remove-partition', 'initialize-disk'].map(
    (name) => [name, wholeDisk] as const,
  ),
])

/** What one PowerShell command would destroy; undefined when it is none of these. */
export function cmdletDeletions(written: Command, scene: Scene): readonly Deletion[] | undefined {
  const command = slashed(written)
  const name = knownText(command.argv[0] ?? knownWord('')).toLowerCase()
  const called = method(command, name)
  if (called) return [called]
  const form = CMDLETS.get(name)
  if (!form) return undefined
  const found = form(command, name, scene)
  if (!found) return []
  return 'how' in found ? [found] : found
}
