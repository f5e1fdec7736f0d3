import { quote } from '../tasks/text.ts'
import { evaluatesSubscript, hasSubscript } from './arithmetic-text.ts'
import { assign, assignAny } from './assign.ts'
import { runCode, type Starts } from './code.ts'
import { doubt, type Here, type Outcome } from './here.ts'
import { simpleParameter } from './parameters.ts'
import type { Call } from './simple.ts'
import { copyState, type State } from './state.ts'
import { concat, EMPTY, text, textOf, unknown, type Value } from './value.ts'

/** `declare`, `typeset`, `local`: in a function the variables end with it. */
export function declareLocal(here: Here, call: Call, state: State): Outcome {
  const options = call.argv.slice(1).map((word) => word.value ?? '')
  const exported = options.some((option) => /^-[a-zA-Z]*x/.test(option)) ? true : undefined
  const global = options.some((option) => /^-[a-zA-Z]*g/.test(option))
  const isLocal = call.argv[0]?.value === 'local'
  if (!here.frame?.locals && isLocal) {
    // An error outside of a function, at least in bash.
    declare(here, call, state, exported, (name) => assign(state, name, [unknown(`$${name}`)]))
    return { ok: state, fail: state, output: EMPTY }
  }
  const locals = global ? undefined : here.frame?.locals
  const keep = (name: string) => {
    if (locals && !locals.has(name)) locals.set(name, state.variables.get(name))
  }
  return declare(here, call, state, exported, undefined, keep)
}

/** `export a=1 b`, `readonly`, `declare`. */
export function declare(
  here: Here,
  call: Call,
  state: State,
  exported: boolean | undefined,
  instead?: (name: string) => void,
  before?: (name: string) => void,
): Outcome {
  evaluatesSubscript(here, call)
  // Integers, upper case, references and the like: the value is not what is written.
  const changes = call.argv.some((word) => /^[-+][a-zA-Z]*[ilunaA]/.test(word.value ?? ''))
  if (changes && call.argv.some((word) => /=\(.*(?:\$\(|`)/s.test(word.value ?? ''))) {
    doubt(here, 'unreadable', 'a list in quotes that runs a command', call.source)
  }
  const options = call.argv.map((word) => word.value ?? '').filter((value) => /^-[a-zA-Z]+$/.test(value))
  if (options.some((option) => option.includes('n') && call.argv[0]?.value !== 'export')) {
    doubt(here, 'unreadable', 'a name that stands for another variable', call.source)
  }
  const fixed = call.argv[0]?.value === 'readonly' || options.some((option) => option.includes('r'))
  for (const word of call.argv.slice(1)) {
    const [first, ...rest] = word.parts
    if (first?.kind !== 'text') {
      assignAny(state)
      continue
    }
    if (/^[-+]/.test(first.text)) continue
    const match = /^([A-Za-z_]\w*)(\+?=)?/.exec(first.text)
    const name = match?.[1]
    if (name === undefined) continue
    before?.(name)
    if (instead) instead(name)
    else if (match?.[2] === undefined) declareName(here, state, name, exported, fixed)
    else {
      const value: Value = concat(text(first.text.slice(match[0].length)), rest)
      const whole = match[2] === '+=' ? concat(simpleParameter(here, name, state).value, value) : value
      assign(state, name, changes ? changed(name, whole, options) : whole, {
        ...(exported === undefined ? {} : { exported }),
        ...(fixed ? { fixed } : {}),
      })
      codeVariable(here, call, name, whole, state)
    }
  }
  return { ok: state, fail: state, output: EMPTY }
}

/** The value of a variable with an attribute: `-l` and `-u` change the case. */
function changed(name: string, value: Value, options: readonly string[]): Value {
  const known = textOf(value)
  const letters = options.join('').replace(/[-gxr]/g, '')
  if (known !== undefined && letters === 'l') return text(known.toLowerCase())
  if (known !== undefined && letters === 'u') return text(known.toUpperCase())
  return [unknown(`$${name}`, known === undefined ? {} : { maybe: [known] })]
}

function declareName(
  here: Here,
  state: State,
  name: string,
  exported: boolean | undefined,
  fixed: boolean,
): void {
  if (here.frame?.locals?.has(name) && exported === undefined) {
    assign(state, name, EMPTY)
    return
  }
  const { value, set } = simpleParameter(here, name, state)
  if (set === false || (exported === undefined && !fixed)) return
  assign(state, name, value, { ...(exported === undefined ? {} : { exported }), ...(fixed ? { fixed } : {}) })
}

/** Variables whose value a shell or a program runs as a command. */
const RUN =
  /^(?:PROMPT_COMMAND|GIT_(?:SSH(?:_COMMAND)?|EXTERNAL_DIFF|PROXY_COMMAND|CONFIG_VALUE_\d+)|[A-Z_]*(?:EDITOR|PAGER|VISUAL|BROWSER|ASKPASS|RSH)|SVN_SSH|LESS(?:OPEN|CLOSE)|RESTIC_PASSWORD_COMMAND|BORG_PASSCOMMAND|FZF_DEFAULT_COMMAND|RSYNC_CONNECT_PROG|FCEDIT)$/
/** They are given a file or a host. */
const TAKES_FILE = /(?:EDITOR|VISUAL|FCEDIT|SSH|SSH_COMMAND|RSH)$/
const GIVEN: Value = [...text(' '), unknown('what it is given', { notEmpty: true })]
const EXPANDED = new Set(['PS0', 'PS1', 'PS2', 'PS4', 'BASH_ENV', 'ENV'])

/** A value that is code: it is read as such. */
export function codeVariable(here: Here, call: Starts, name: string, value: Value, state: State): void {
  const known = textOf(value)
  if (name === 'BASH_ALIASES' || name === 'BASH_CMDS') {
    doubt(here, 'unreadable', 'a name that stands for another program', call.source)
  }
  if (hasSubscript(known)) here.reading.subscript ??= call.source
  const own = [{ value: name, parts: text(name), source: name }]
  // A shell that is started reads that file first.
  if ((name === 'BASH_ENV' || name === 'ENV') && known !== '') {
    const file = known === undefined ? value : text(quote(known))
    runCode(here, call, copyState(state), { code: concat(text('. '), file), same: false, own })
  }
  if (known === undefined || known === '') return
  if (RUN.test(name)) {
    // `!` of a git setting, `|` of less: what follows is for a shell.
    const start = /^[\s|!-]*/.exec(known)?.[0].length ?? 0
    const code = concat(text(known.slice(start)), TAKES_FILE.test(name) ? GIVEN : [])
    runCode(here, call, copyState(state), { code, same: false, own })
  }
  if (EXPANDED.has(name) && /\$\(|`/.test(known)) {
    runCode(here, call, copyState(state), { code: concat(text(': '), value), same: true, own })
  }
}
