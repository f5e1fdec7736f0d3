import type { Arguments } from './arguments.ts'
import type { Hook } from './hook.ts'
import type { Part } from './judge.ts'
import { nearest } from './text/nearest.ts'

/**
 * What each of several hooks is started with. `--set` names its hook, `--set block-sudo.mode=ask`;
 * `--mode` is for those that have one. What fits no hook is a problem of them all, since nobody
 * can tell which of them was meant.
 */
export function ownArguments(hooks: readonly Hook[], args: Arguments): readonly Part[] {
  const names = hooks.map(({ name }) => name)
  const problems = [...args.problems]
  for (const { key } of args.set) {
    const [name = ''] = key.split('.')
    if (key.includes('.') && names.includes(name)) continue
    const best = nearest(name, names) ?? names[0] ?? ''
    problems.push(
      `--set ${key}: several hooks run here, so say which: --set ${best}.${key.split('.').at(-1)}=VALUE`,
    )
  }
  const moded = hooks.filter(({ options }) => 'mode' in options.defaults)
  if (args.mode !== undefined && moded.length === 0) problems.push('--mode: none of these hooks has a mode')
  return hooks.map((hook) => {
    const { mode, ...rest } = args
    const own = args.set
      .filter(({ key }) => key.startsWith(`${hook.name}.`))
      .map(({ key, value }) => ({ key: key.slice(hook.name.length + 1), value }))
    const has = mode !== undefined && moded.includes(hook)
    return { hook, args: { ...rest, ...(has ? { mode } : {}), set: own, problems } }
  })
}
