import { type Finding, pass, refuse, Unreadable } from './call.ts'
import { changedBy, listed } from './loss.ts'
import type { Judge } from './scene.ts'
import { gitWords } from './words.ts'

/** Files and folders that a tool makes again. */
const MADE_AGAIN =
  /(?:^|\/)(?:node_modules|bower_components|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.next|\.nuxt|\.svelte-kit|\.turbo|\.parcel-cache|\.gradle|\.DS_Store|[^/]*\.(?:pyc|pyo|class|o|obj|tsbuildinfo))(?:\/|$)/

/** `git clean`: git itself is asked, by a dry run with the same words, what would go. */
export const clean: Judge = async (call, scene): Promise<Finding> => {
  const words = gitWords(call.words, { valued: 'e exclude', long: 'force dry-run interactive quiet exclude' })
  if (words.has('n', 'dry-run')) return pass('a dry run')
  const forced = words.has('f', 'force', 'i', 'interactive') || words.unknownOption
  const required = call.settings.get('clean.requireforce')
  const repo = scene.open(call)
  if (!forced && required === undefined) {
    const set = await repo.read(['config', '--type=bool', '--get', 'clean.requireForce'])
    if (set?.trim() !== 'false') return pass('git refuses it without -f')
  } else if (!forced && required !== 'false') return pass('git refuses it without -f')
  const { earlier } = scene
  if (earlier.treeChanged !== undefined) throw new Unreadable(changedBy(earlier.treeChanged))
  if (earlier.stashed === 'all' && !words.has('x', 'X')) return pass('git stash -u takes all of it first')
  // What is not known is left out, so that the dry run shows too much rather than too little.
  const known = !call.more && words.operands.every((word) => word.value !== undefined)
  const kept = [...words.values('e'), ...words.values('exclude')]
  const excludes = kept.flatMap((word) => (word.value === undefined ? [] : ['-e', word.value]))
  const flags = ['d', 'x', 'X'].filter((flag) => words.has(flag)).map((flag) => `-${flag}`)
  // With -f twice nested repositories go as well.
  const nested = call.words.map((word) => /^-[a-zA-Z]*/.exec(word.value ?? '')?.[0] ?? '').join('')
  const twice = (nested.match(/f/g) ?? []).length + (words.has('force') ? 1 : 0) > 1
  // Another commit may ignore less: then what is ignored now counts too.
  const all = words.unknownOption || (earlier.ignores && !flags.includes('-X'))
  const asked = [
    ...(all ? [...(words.unknownOption ? ['-d'] : flags), '-x'] : flags),
    ...(twice ? ['-f', '-f'] : []),
  ]
  const paths = known ? words.operands.map((word) => word.value ?? '') : []
  const text = await repo.read(['clean', '-n', ...asked, ...excludes, '--', ...paths])
  if (text === undefined) throw new Unreadable('git could not say what would go')
  const gone = [...text.matchAll(/^Would remove (.*)$/gm)].map((match) => match[1] ?? '')
  const lost = gone.filter((path) => !MADE_AGAIN.test(path.replace(/^"|"$/g, '')))
  if (lost.length === 0) return pass(gone.length === 0 ? 'nothing would go' : 'a tool makes it again')
  return refuse(
    `it would delete ${listed(lost, 'untracked file or folder', 'untracked files or folders')} that git has no copy of`,
    '`git clean -n` shows what would go, `git stash -u` puts it away instead, and `rm` deletes a single file by name.',
  )
}
