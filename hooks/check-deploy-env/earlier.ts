import type { Command } from '../../src/shell/command.ts'
import { readArguments } from './call.ts'
import type { Call, Scene } from './scene.ts'

/** What a command changes for those that follow it. */

const CHECKOUT =
  /^(?:switch|checkout|commit|merge|pull|rebase|reset|cherry-pick|revert|am|apply|restore|bisect|update-ref)$/

/** A git command that changes the commit or the files that are checked out. */
export function changesCheckout(call: Call): boolean {
  if (call.program !== 'git') return false
  const [verb, first] = readArguments(call.words, GIT_VALUED).operands
  if (verb?.value === 'stash') return first?.value === 'pop' || first?.value === 'apply'
  return verb?.value === undefined ? verb !== undefined : CHECKOUT.test(verb.value)
}

const GIT_VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

/** What `export` and `unset` change for the commands that follow. */
export function noteVariables({ argv: [program, ...words] }: Command, scene: Scene): void {
  if (program?.value === 'unset') {
    for (const { value } of words) if (value !== undefined) scene.exported.set(value, undefined)
    return
  }
  if (!/^(?:export|declare|typeset)$/.test(program?.value ?? '')) return
  if (program?.value !== 'export' && !words.some(({ value }) => /^-[a-z]*x/.test(value ?? ''))) return
  for (const word of words) {
    const name = /^([A-Za-z_]\w*)(=?)/.exec(word.value ?? word.source)
    if (!name?.[1]) continue
    const value = name[2] === '' ? undefined : word.value?.slice(name[0].length)
    scene.exported.set(name[1], { value, source: word.source, open: false })
  }
}
