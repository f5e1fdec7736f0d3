import { type Deletion, type Form, knownText, knownWord, programName, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'
import { foundTarget, readFind } from './find-words.ts'

const DELETERS = new Set(['rm', 'grm', 'unlink', 'shred', 'srm', 'rmdir', 'trash-rm'])

/** `find ... -delete` and `find ... -exec rm {} +`. */
export const find: Form = (command, _program, scene) => {
  const search = readFind(command.argv)
  const deletions: Deletion[] = []
  for (const action of search.actions) {
    const how = action.name === '-delete' ? 'find -delete' : `find ${action.name}`
    const effect = action.name === '-delete' ? 'tree' : effectOf(action.argv, scene.windows)
    if (effect === undefined) continue
    const targets = search.roots.map((root): Target => {
      const limited = action.hits.names !== undefined || action.hits.empty || action.hits.aged
      // Without a limit it is the folder itself that goes.
      if (!limited && effect === 'tree') {
        return { word: root, cwd: command.cwd, ...(search.belowRoot ? { contents: true } : {}) }
      }
      const found = action.name === '-delete' ? { ...action.hits, filesOnly: true } : action.hits
      return foundTarget(root, command.cwd, found)
    })
    deletions.push({
      how: action.argv[0] ? `${how} ${knownText(action.argv[0])}` : how,
      effect,
      targets,
      source: command.source,
    })
  }
  return deletions
}

/** What the command behind -exec does to each hit; undefined when it deletes nothing. */
function effectOf(
  argv: readonly Parameters<typeof knownText>[0][],
  windows: boolean,
): Deletion['effect'] | undefined {
  const words = argv[0]?.value === 'sudo' || argv[0]?.value === 'command' ? argv.slice(1) : argv
  const program = programName(words[0], windows)
  if (program === undefined || !DELETERS.has(program) || program === 'rmdir') return undefined
  const { given } = splitOptions(words.slice(1))
  return ['r', 'R', 'recursive'].some((one) => given.has(one)) ? 'tree' : 'files'
}

/** `fd PATTERN [FOLDER] -x rm`: the same search with other words. */
export const fd: Form = (command, program, scene) => {
  const at = command.argv.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word.value ?? ''))
  if (at < 0) return undefined
  const effect = effectOf(command.argv.slice(at + 1), scene.windows)
  if (effect === undefined) return undefined
  const valued = [
    'e',
    'extension',
    't',
    'type',
    'd',
    'max-depth',
    'E',
    'exclude',
    'changed-before',
    'changed-within',
    'S',
    'size',
    'o',
    'owner',
    'base-directory',
  ]
  const options = splitOptions(command.argv.slice(1, at), { valued })
  const extensions = [...(options.values.get('e') ?? []), ...(options.values.get('extension') ?? [])]
  const [pattern, ...folders] = options.operands
  const roots = folders.length > 0 ? folders : [knownWord('.')]
  const names =
    extensions.length > 0 ? extensions.map((one) => `*.${knownText(one)}`) : plainName(pattern?.value)
  const types = [...(options.values.get('t') ?? []), ...(options.values.get('type') ?? [])]
  const found = {
    names,
    aged: options.given.has('changed-before'),
    empty: false,
    filesOnly: types.some((one) => one.value === 'f' || one.value === 'file'),
  }
  return {
    how: `${program} --exec`,
    effect,
    targets: roots.map((root) => foundTarget(root, command.cwd, found)),
    source: command.source,
  }
}

/** A regular expression that can only match one name; others limit nothing. */
function plainName(pattern: string | undefined): readonly string[] | undefined {
  const name = /^\^?((?:[\w-]|\\\.)+)\$?$/.exec(pattern ?? '')?.[1]
  if (name === undefined || !pattern?.startsWith('^') || !pattern.endsWith('$')) return undefined
  return [name.replaceAll('\\', '')]
}
