import { resolvePath } from '../../src/paths/written.ts'
import type { Word } from '../../src/shell/command.ts'
import { fromBuilder, isBuilder } from './builders.ts'
import { programName } from './call.ts'
import type { Call, Scene } from './scene.ts'
import { noteLarge, smallText } from './small-text.ts'

/** A program or script file that a command runs, as far as its name and text tell. */
export interface Script {
  /** Base name. */
  readonly name: string
  /** Somebody's own, named by its path or given to an interpreter; not just a program in PATH. */
  readonly own: boolean
  /** Absolute; undefined when it is looked up in PATH or can't be known. */
  readonly path: string | undefined
  readonly words: readonly Word[]
  /** Its text, when it is a readable file of text. */
  readonly text: string | undefined
  /** Whether the text is for a POSIX shell. */
  readonly shell: boolean
}

const SHELLS = /^(?:ba|z|da|k|a|mk|fi)?sh$|^source$|^\.$/
const INTERPRETERS =
  /^(?:python[\d.]*|py|node|nodejs|tsx|ts-node|deno|bun|ruby|perl|php|pwsh|powershell|lua|Rscript|zx|osascript|jbang|groovy)$/

/** Interpreter options whose value is the next word, for those that scripts are commonly run with. */
const VALUED = /^(?:-[rIXWo]|--require|--import|--loader|--env-file|-ExecutionPolicy|--config|--project|-P)$/

/** Whether a program of the tables also runs scripts. */
export function runsScripts({ program }: Call): boolean {
  return INTERPRETERS.test(program) || isBuilder(program)
}

/** The script that the command runs. Undefined: no script, as far as can be told. */
export function scriptOf(call: Call, scene: Scene): Script | undefined {
  if (SHELLS.test(call.program)) return fromShell(call, scene)
  if (INTERPRETERS.test(call.program)) return fromInterpreter(call, scene)
  const written = call.first.value ?? ''
  const isInstalled = !/[\\/]/.test(written) || /(?:^|\/)bin\/[^/]+$/.test(written)
  if (isInstalled && isBuilder(call.program)) return fromBuilder(call)
  // The system's own, not a script of that name.
  if (isInstalled && call.program === 'sync') return undefined
  return script(call.first, call.words, call, scene)
}

function fromShell(call: Call, scene: Scene): Script | undefined {
  const at = call.words.findIndex((word) => !/^[-+]/.test(word.value ?? ''))
  if (call.words.slice(0, at < 0 ? undefined : at).some((word) => /^-[a-z]*n/.test(word.value ?? '')))
    return undefined
  const readsInput = call.words.some((word) => /^-[a-z]*s/.test(word.value ?? ''))
  const file = call.words[at]
  if (file && !readsInput) return script(file, call.words.slice(at + 1), call, scene, true)
  const input = call.command.redirects.find(({ operator, reads }) => operator === '<' && reads)
  if (!input?.target) return undefined
  return script(input.target, at < 0 ? [] : call.words.slice(at), call, scene, true)
}

function fromInterpreter(call: Call, scene: Scene): Script | undefined {
  for (let at = 0; at < call.words.length; at++) {
    const word = call.words[at]
    const written = word?.value ?? ''
    if (!word || /^-[ce]$|^--(?:eval|print)$/.test(written)) return undefined
    if (/^-File$/i.test(written)) continue
    if (VALUED.test(written)) at++
    else if (!written.startsWith('-') && !(at === 0 && written === 'run')) {
      return script(word, call.words.slice(at + 1), call, scene)
    }
  }
  return undefined
}

/** Where package managers put programs of others. */
const INSTALLED = /(?:^|\/)(?:\.bin|\.?venv\/bin|vendor\/bin|usr\/(?:local\/)?s?bin|s?bin\/env)\/[^/]+$/

function script(
  file: Word,
  words: readonly Word[],
  call: Call,
  scene: Scene,
  shell = false,
): Script | undefined {
  const written = file.value ?? knownEnd(file)
  if (written === '') return undefined
  const { cwd } = call.command
  const isPath = /[\\/]/.test(written) || file !== call.first
  const path =
    file.value !== undefined && isPath && cwd !== undefined && !call.elsewhere
      ? resolvePath(cwd, written, scene.ctx.host.platform === 'win32')
      : undefined
  const text = path === undefined ? undefined : smallText(path, scene)
  if (path !== undefined && text === undefined) noteLarge(path, scene)
  return {
    name: programName(written),
    own: isPath && !INSTALLED.test(written),
    path,
    words,
    text,
    shell:
      shell ||
      /^#!.*\b(?:ba|z|da|k)?sh\b/.test(text ?? '') ||
      (!text?.startsWith('#!') && /\.(?:ba|z|k)?sh$/.test(written)),
  }
}

/** What a word surely ends with, when its start is not known: `$DIR/deploy.sh`. */
function knownEnd(word: Word): string {
  const last = word.parts.at(-1)
  return last?.kind === 'text' && last.text.includes('/') ? last.text : ''
}
