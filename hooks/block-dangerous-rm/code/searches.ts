import type { Word } from '../../../src/shell/command.ts'
import type { Target } from '../deletion.ts'
import { type ChainedCall, receiverValue } from './chains.ts'

/** Functions that list a tree: the root is an argument or the object, the pattern an argument. */
export const WALKS =
  /^(?:walk|walkSync|walkdir|find|rglob|glob|iglob|globSync|iterdir|scandir|listdir|readdirSync|readdir)$/

/**
 * What the searches in a piece of code can find, as targets: what is deleted in a loop over
 * one of them is not known by itself.
 */
export function searchTargets(calls: readonly ChainedCall[]): Target[] {
  return calls.filter((call) => WALKS.test(call.name)).flatMap(targetsOf)
}

function targetsOf(call: ChainedCall): Target[] {
  const [first] = call.args
  const onPath = call.receiver.text.endsWith(')') && /^(?:rglob|glob|iterdir)$/.test(call.name)
  const roots = onPath ? receiverValue(call) : first
  if (!roots) return []
  const pattern = onPath ? first : call.name.includes('glob') ? roots : undefined
  return roots.flatMap((root): Target[] => {
    if (root.value === undefined) return [{ word: root, cwd: call.cwd }]
    const names = namesOf(pattern, onPath ? undefined : root)
    const folder = onPath || !call.name.includes('glob') ? root : folderOf(root)
    if (names === undefined) return [{ word: folder, cwd: call.cwd, contents: true }]
    return [{ word: folder, cwd: call.cwd, found: { names, aged: false, empty: false, filesOnly: false } }]
  })
}

/** The last part of a pattern, unless it matches everything. */
function namesOf(pattern: readonly Word[] | undefined, own: Word | undefined): string[] | undefined {
  const values = (own ? [own] : (pattern ?? [])).map((word) => word.value?.split('/').at(-1) ?? '*')
  if (pattern === undefined || values.length === 0 || values.some((name) => /^[*?.]*$/.test(name)))
    return undefined
  return values
}

/** What stands in front of the first wildcard. */
function folderOf(pattern: Word): Word {
  const text = pattern.value ?? ''
  const at = text.search(/[*?[]/)
  const folder = at < 0 ? text : text.slice(0, at).replace(/[^/]*$/, '')
  const value = folder === '' ? '.' : folder
  return { value, parts: [{ kind: 'text', text: value }], source: pattern.source }
}
