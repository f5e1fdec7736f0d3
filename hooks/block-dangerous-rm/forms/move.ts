import { isWithin, resolvePath } from '../../../src/paths/written.ts'
import type { Word } from '../../../src/shell/command.ts'
import { type Form, knownText, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'

/** `mv`: a tree goes out of existence in /dev/null; a home or the project must not go anywhere. */
export const mv: Form = (command, program) => {
  const options = splitOptions(command.argv.slice(1), { valued: ['t', 'S', 'target-directory', 'suffix'] })
  const into = options.values.get('t')?.[0] ?? options.values.get('target-directory')?.[0]
  const operands = into ? options.operands : options.operands.slice(0, -1)
  const to = into ?? options.operands.at(-1)
  if (!to || operands.length === 0) return undefined
  const gone = /^\/dev\/(?:null|zero|full)$/.test(knownText(to))
  const targets = operands.map((word): Target => ({ word, cwd: command.cwd }))
  if (gone) return { how: `${program} to ${knownText(to)}`, effect: 'tree', targets, source: command.source }
  const staysBeside = targets.every((target) => sameParent(target.word, to, command.cwd))
  if (staysBeside) return undefined
  const temporary = /^(?:\/private)?(?:\/var)?\/tmp(?:\/|$)|^\/dev\/shm/.test(knownText(to))
  return { how: program, effect: temporary ? 'away' : 'moved', targets, source: command.source }
}

/** A rename in place loses nothing: `mv .git .git.old`. */
function sameParent(from: Word, to: Word, cwd: string | undefined): boolean {
  if (from.value === undefined || to.value === undefined || cwd === undefined) return false
  const parent = resolvePath(resolvePath(cwd, from.value, false), '..', false)
  const target = resolvePath(cwd, to.value, false)
  return isWithin(target, parent, false) && resolvePath(target, '..', false) === parent
}
