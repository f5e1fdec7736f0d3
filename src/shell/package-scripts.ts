import { type ScriptFile, scriptsIn, scriptText } from '../tasks/package-json.ts'
import { scriptNames } from '../tasks/script-names.ts'
import { type Carried, type Carrier, optionValues, quotedWord } from './carried.ts'
import type { Word } from './command.ts'
import { operandsOf, taskFiles } from './tasks.ts'
import { concat, text, type Value } from './value.ts'

const VALUED =
  /^(?:-[wFC]|--(?:workspace|filter|prefix|dir|cwd|loglevel|script-shell|stage|configuration|env-file|config|working-dir))$/
/** Which scripts a call runs, and the words behind their name. */
interface Scripts {
  readonly names: readonly string[]
  readonly args: readonly Word[]
}

function scriptsOf(program: string, argv: readonly Word[]): Scripts {
  const operands = operandsOf(argv, VALUED)
  const [first, second] = operands
  const behind = (word: Word | undefined) => (word ? argv.slice(argv.indexOf(word) + 1) : [])
  if (program === 'node') {
    const [run, ...args] = optionValues(argv, { long: ['--run'] })
    return { names: run?.value === undefined ? [] : [run.value], args }
  }
  if (/^(?:npm-run-all2?|run-[sp])$/.test(program)) {
    return { names: operands.flatMap(({ value }) => value ?? []), args: [] }
  }
  const { names, taken } = scriptNames(program, first?.value, second?.value)
  return { names, args: behind(taken === 2 ? second : first) }
}

/** `npm run x`, `yarn x`, `npm test`, `node --run x`: the script's text, in the package's folder. */
export function packageScripts(file: ScriptFile): Carrier {
  return (carrying) => {
    const { argv } = carrying.call
    const program = (argv[0]?.value ?? '').replace(/^.*\//, '')
    const { names, args } = scriptsOf(program, argv)
    if (names.length === 0) return []
    const [directory] = optionValues(argv, {
      short: 'C',
      long: ['--prefix', '--dir', '--cwd', '--working-dir'],
    })
    return taskFiles(carrying, [file], { directory, upward: true }).flatMap((found) => {
      const scripts = scriptsIn(found.text, file)
      return names.flatMap((name): Carried[] => {
        const code = scriptText(scripts, name, '')
        const more = args
          .filter(({ value }) => value !== '--')
          .flatMap((word): Value => [...text(' '), ...quotedWord(word)])
        return code === undefined ? [] : [{ code: concat(text(code), more), directory: found.directory }]
      })
    })
  }
}
