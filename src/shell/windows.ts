import { readCmd } from './cmd.ts'
import type { Wrapper } from './command.ts'
import { doubt, type Here, type Outcome } from './here.ts'
import { marked } from './markers.ts'
import { readPowerShell } from './powershell.ts'
import { powerShellCode } from './powershell-runs.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { unknown } from './value.ts'

/** `powershell -Command ...` and `cmd /c ...` in a POSIX text. Undefined: they run nothing. */
export function runWindows(
  here: Here,
  call: Call,
  state: State,
  list: (wraps: boolean) => void,
): Outcome | undefined {
  const [first, ...args] = call.argv
  const name = first?.value ?? ''
  const cwd = state.cwds.length === 1 ? state.cwds[0] : undefined
  const { world, commands, markers } = here.reading
  const via: Wrapper[] = [
    ...here.via,
    {
      name: name
        .toLowerCase()
        .replace(/^.*[\\/]/, '')
        .replace(/\.exe$/, ''),
      words: call.argv.slice(0, 1),
      elsewhere: false,
    },
  ]
  const place = { start: call.start, end: call.end }
  const after: Outcome = { ok: state, fail: state, output: [unknown(`what ${name} says`)] }
  if (/cmd(?:\.exe)?$/i.test(name)) {
    const at = args.findIndex((one) => /^\/{1,2}[ck]$/i.test(one.value ?? ''))
    list(at >= 0)
    if (at < 0) return undefined
    const code = args.slice(at + 1).map((one) => one.value ?? one.source)
    for (const inner of readCmd(code.join(' '), world)) commands.push({ ...inner, cwd, via, ...place })
    return after
  }
  const code = powerShellCode(args)
  list(code !== undefined)
  if (!code) return undefined
  if (code.parts.every((part) => part.kind === 'unknown')) {
    doubt(here, 'unknown-code', `what ${name} runs is not known`, call.source)
    return after
  }
  const read = readPowerShell(marked(here, code.parts), { ...world, cwd: cwd ?? world.cwd }, { via, markers })
  for (const inner of read.commands)
    commands.push({ ...inner, cwd: cwd === undefined ? undefined : inner.cwd, ...place })
  for (const one of read.doubts) doubt(here, one.kind, one.what, one.source)
  return after
}
