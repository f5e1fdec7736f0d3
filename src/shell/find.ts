import type { Word, WordPart } from './command.ts'
import type { Here, Outcome } from './here.ts'
import { type Call, runCall } from './simple.ts'
import { copyState, type State } from './state.ts'
import { unknown, word } from './value.ts'

const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** The commands of `find -exec`; true when there are any. */
export function hasExec(argv: readonly Word[]): boolean {
  return argv.some((one) => RUNS.has(one.value ?? ''))
}

export function runFind(here: Here, call: Call, state: State): Outcome {
  const { argv } = call
  for (let at = 1; at < argv.length; at++) {
    const action = argv[at]?.value ?? ''
    if (!RUNS.has(action)) continue
    const end = endOfAction(argv, at + 1)
    const inner = argv.slice(at + 1, end)
    const own = argv.slice(0, at + 1)
    const inside = copyState(state)
    if (action.endsWith('dir')) inside.cwds = [undefined]
    const several = argv[end]?.value === '+'
    runCall(
      { ...here, via: [...here.via, { name: 'find', words: own, elsewhere: false }] },
      {
        ...call,
        argv: inner.map((one) => placeholders(one, '{}', 'a path that find finds', several)),
        moreOperands: true,
        only: 'programs',
      },
      inside,
    )
    at = end
  }
  return { ok: state, fail: state, output: [unknown('what find says')] }
}

/** A `;`, or a `+` right after `{}`. */
function endOfAction(argv: readonly Word[], from: number): number {
  for (let at = from; at < argv.length; at++) {
    const value = argv[at]?.value
    if (value === ';' || (value === '+' && argv[at - 1]?.value === '{}')) return at
  }
  return argv.length
}

/** A word in which a placeholder stands for what comes at run time. */
export function placeholders(one: Word, placeholder: string, why: string, splits: boolean): Word {
  if (
    placeholder === '' ||
    !one.parts.some((part) => part.kind === 'text' && part.text.includes(placeholder))
  )
    return one
  const parts = one.parts.flatMap((part): WordPart[] => {
    if (part.kind !== 'text') return [part]
    return part.text
      .split(placeholder)
      .flatMap((piece, index): WordPart[] => [
        ...(index > 0 ? [unknown(why, { notEmpty: true, splits })] : []),
        ...(piece === '' ? [] : [{ kind: 'text', text: piece } as const]),
      ])
  })
  return word(parts, one.source)
}
