import type { Command, ShellReading, ShellWorld, Word } from '../../src/shell/command.ts'
import { type ReadOptions, readShell } from '../../src/shell/read.ts'

/** A world on paper: nothing on the disk but what is given. */
export function paperWorld(
  more: {
    readonly env?: Readonly<Record<string, string>>
    readonly scripts?: Readonly<Record<string, string>>
    readonly directories?: readonly string[]
  } = {},
): ShellWorld {
  const env: Readonly<Record<string, string>> = {
    HOME: '/home/dev',
    USER: 'dev',
    TMPDIR: '/tmp',
    ...more.env,
  }
  return {
    cwd: '/home/dev/project',
    home: '/home/dev',
    env: (name) => env[name],
    script: (path) => more.scripts?.[path],
    directory: (path) => more.directories?.includes(path) ?? false,
  }
}

export function read(
  text: string,
  world: ShellWorld = paperWorld(),
  options: ReadOptions = {},
): ShellReading {
  return readShell(text, world, options)
}

/**
 * A word as a table shows it: quoted where it has blanks, `<?>` for an unknown stretch,
 * `<!>` for one that is never empty, `<...>` for one that may be several words, `<new>` for
 * a fresh directory.
 */
function shownWord(word: Word): string {
  return word.parts.length === 0
    ? "''"
    : word.parts
        .map((part) => {
          if (part.kind === 'text')
            return /^[\w./:=@%+,~-]+$/.test(part.text) ? part.text : JSON.stringify(part.text)
          if (part.kind === 'glob') return part.text
          if (part.fresh) return part.notEmpty ? '<new!>' : '<new>'
          return part.splits ? '<...>' : part.notEmpty ? '<!>' : '<?>'
        })
        .join('')
}

/** `via>via: argv`, with ` in DIR` when it is not the project and ` +` for more operands. */
function shown(command: Command): string {
  const via = command.via.map(({ name, elsewhere }) => (elsewhere ? `${name}@` : name)).join('>')
  const where = command.cwd === '/home/dev/project' ? '' : ` in ${command.cwd ?? '<?>'}`
  const redirects = command.redirects.map(
    (redirect) => ` ${redirect.operator}${redirect.target ? shownWord(redirect.target) : '&'}`,
  )
  return `${via === '' ? '' : `${via}: `}${command.argv.map(shownWord).join(' ')}${redirects.join('')}${where}${command.moreOperands ? ' +' : ''}`
}

/** The commands that run nothing further, as a table shows them. */
export function plainCommands(reading: ShellReading): string[] {
  return reading.commands.filter((command) => !command.wraps).map(shown)
}
