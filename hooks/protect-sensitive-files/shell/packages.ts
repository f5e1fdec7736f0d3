import type { Command } from '../../../src/shell/command.ts'
import { programName } from './program-name.ts'
import { leading, type Program, plain, split, uses } from './use.ts'

/** Package managers, which put these hooks into `node_modules` and take them out again. */
const MANAGERS = /^(?:npm|pnpm|yarn|bun|cnpm|ni)$/

const REMOVES = /^(?:uninstall|remove|rm|r|un|unlink|prune)$/
const ADDS = /^(?:install|i|in|add|isntall|update|up|upgrade|link|ln)$/

/** `npm uninstall hookbox`; also another version of it, in the place of the one that is there. */
export const packages: Program = ({ args }) => {
  const [action, ...names] = split(args, {
    long: ['--prefix', '--registry', '--workspace'],
    short: 'wC',
  }).operands.map(leading)
  const removes = REMOVES.test(action ?? '')
  const named = names.some((name) => /^hookbox(?:@|$)/.test(name))
  if (!named || !(removes || ADDS.test(action ?? ''))) return []
  const installed = plain('node_modules/hookbox')
  return uses([installed], 'write', removes ? {} : { ifThere: true })
}

/** Whether the command installs what a project needs. */
export function installs({ argv }: Command): boolean {
  const name = programName(leading(argv[0]))
  if (!MANAGERS.test(name)) return false
  const action = argv
    .slice(1)
    .map(leading)
    .find((word) => !word.startsWith('-'))
  if (action === undefined) return name === 'yarn' || name === 'ni'
  return /^(?:ci|clean-install|install-clean|install|i|add)$/.test(action)
}
