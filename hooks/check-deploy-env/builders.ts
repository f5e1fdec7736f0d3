import type { Word } from '../../src/shell/command.ts'
import { programName } from './call.ts'
import type { Call } from './scene.ts'
import type { Script } from './scripts.ts'

/** A program that builds another one and runs it. */
interface Builder {
  /** Its own words in front of the name: alternatives with `|`; '': none. */
  readonly verb: string
  /** Options whose value is the next word. */
  readonly valued: string
  /** Options whose value is the name. */
  readonly names?: string
}

const BUILDERS: Readonly<Record<string, Builder>> = {
  go: {
    verb: 'run',
    valued: '-C -exec -mod -modfile -overlay -tags -ldflags -gcflags -asmflags -pkgdir -p',
  },
  cargo: {
    verb: 'run|r|xtask',
    valued: '--manifest-path --features -F --profile --target --target-dir -Z --config',
    names: '--bin --example -p --package',
  },
  dotnet: {
    verb: 'run',
    valued: '-c --configuration -f --framework -r --runtime --launch-profile -lp',
    names: '--project -p',
  },
  bazel: { verb: 'run', valued: '-c --config' },
  bazelisk: { verb: 'run', valued: '-c --config' },
  swift: { verb: 'run', valued: '-c --configuration --package-path' },
  java: { verb: '', valued: '-cp -classpath --class-path -p --module-path', names: '-jar -m --module' },
}

export function isBuilder(program: string): boolean {
  return Object.hasOwn(BUILDERS, program)
}

/**
 * `go run ./cmd/deploy`, `cargo run --bin deploy`, `java -jar deploy.jar`: the name of what
 * runs; its text is not for us. Undefined: it runs nothing.
 */
export function fromBuilder({ program, words }: Call): Script | undefined {
  const builder = BUILDERS[program]
  if (!builder) return undefined
  const names = new Set((builder.names ?? '').split(' '))
  const valued = new Set(builder.valued.split(' '))
  let at = afterVerb(builder, words)
  for (; at !== undefined && at < words.length; at++) {
    const written = words[at]?.value ?? ''
    const [flag = '', ...attached] = written.split('=')
    if (names.has(flag)) {
      return attached.length > 0
        ? built(attached.join('='), words.slice(at + 1))
        : built(words[at + 1]?.value ?? '', words.slice(at + 2))
    }
    if (valued.has(written)) at++
    else if (!written.startsWith('-')) return built(written, words.slice(at + 1))
  }
  return undefined
}

function afterVerb({ verb }: Builder, words: readonly Word[]): number | undefined {
  if (verb === '') return 0
  const at = words.findIndex(({ value }) => !(value ?? '').startsWith('-'))
  return verb.split('|').includes(words[at]?.value ?? '') ? at + 1 : undefined
}

/** `named` is a file, a package, or a label such as `//tools:deploy`. */
function built(named: string, words: readonly Word[]): Script | undefined {
  const name = programName(named.replace(/^.*:/, '').replace(/\.(?:jar|csproj|fsproj|go)$/, ''))
  if (name === '') return undefined
  const rest = words.filter(({ value }) => value !== '--')
  return { name, own: true, path: undefined, words: rest, text: undefined, shell: false }
}
