import type { Carrier } from './carried.ts'
import { git } from './carriers-git.ts'
import { at, crontab, parallel, ssh, starters } from './carriers-input.ts'
import { optionCarriers } from './carriers-options.ts'
import { runCode } from './code.ts'
import { shellEscapes, vim } from './editors.ts'
import type { Here } from './here.ts'
import { packageScripts } from './package-scripts.ts'
import { sed } from './sed.ts'
import type { Call } from './simple.ts'
import { copyState, type State } from './state.ts'
import { just, make, task } from './tasks.ts'
import { words } from './wrapper-rule.ts'

const LIST: readonly (readonly [string, Carrier])[] = [
  ['git', git],
  ['sed gsed', sed],
  ['vi vim nvim gvim view vimdiff ex less more rvim', vim],
  ['ed red dc ftp sftp sqlite3 psql mysql mariadb gdb', shellEscapes],
  ['at batch', at],
  ['crontab', crontab],
  ['ssh autossh', ssh],
  ['sudo doas su chroot runuser newgrp', starters],
  ['parallel', parallel],
  ['make gmake', make],
  ['just', just],
  ['task go-task', task],
  ['npm pnpm yarn bun node npm-run-all npm-run-all2 run-s run-p', packageScripts('package.json')],
  ['composer', packageScripts('composer.json')],
  ['deno', packageScripts('deno.json')],
]

const CARRIERS: ReadonlyMap<string, readonly Carrier[]> = byName()

function byName(): Map<string, Carrier[]> {
  const all = new Map<string, Carrier[]>()
  const listed = LIST.flatMap(([names, carrier]) =>
    words(names).map((name): [string, Carrier] => [name, carrier]),
  )
  for (const [name, carrier] of [...listed, ...optionCarriers()])
    all.set(name, [...(all.get(name) ?? []), carrier])
  return all
}

/** Reads what the call carries to a shell, besides what it does itself. */
export function runCarried(here: Here, call: Call, state: State, name: string): void {
  for (const carrier of CARRIERS.get(name) ?? []) {
    for (const one of carrier({ here, call, state })) {
      if (!one.code.some((part) => part.kind === 'text')) continue
      const inside = copyState(state)
      if ('directory' in one) inside.cwds = [one.directory]
      const { elsewhere } = one
      runCode(here, call, inside, {
        code: one.code,
        same: false,
        own: call.argv.slice(0, 1),
        ...(elsewhere ? { elsewhere } : {}),
      })
    }
  }
}
