import type { Host } from '../../src/host/host.ts'
import type { Folder } from '../../src/paths/folder.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import { splitWords } from '../../src/process/words.ts'
import type { Options } from './options.ts'
import { type Output, type Reader, readLines } from './read-output.ts'
import { commandStep, foldersAbove, type Step } from './steps.ts'
import type { Subject } from './subject.ts'

/**
 * The steps of the project's own gate (the option `gate`) for the file, from its nearest
 * configuration; none where it has no configuration above the file.
 */
export async function gateSteps(subject: Subject, { gate }: Options, host: Host): Promise<Step[]> {
  for (const folder of foldersAbove(subject, host)) {
    const found = gate === 'lint-staged' ? await lintStaged(folder, subject, host) : runner(gate, folder)
    if (!found) continue
    const cwd = folder.path
    return found.commands.map((command) => ({
      ...commandStep(command, subject, host, { cwd, because: found.file }),
      ...(gate === 'lint-staged' ? {} : { name: gate, read: readGate }),
      ...(gate === 'lefthook' ? { env: WITHOUT_INDEX } : {}),
    }))
  }
  return []
}

/**
 * Before its commands lefthook takes unstaged changes of partly staged files away and puts them
 * back at the end, also with `--file` (seen with 2.2.2): if it were killed between, they would
 * be gone. With an index that is not there nothing is staged, so nothing is taken away.
 */
const WITHOUT_INDEX = { GIT_INDEX_FILE: '/nonexistent-hookbox/index' }

interface Gate {
  readonly file: string
  readonly commands: readonly (readonly string[])[]
}

/** pre-commit and lefthook take the file themselves. */
function runner(gate: Options['gate'], { names }: Folder): Gate | undefined {
  const first = (...files: string[]) => files.find((name) => names.has(name))
  if (gate === 'pre-commit') {
    const file = first('.pre-commit-config.yaml', '.pre-commit-config.yml')
    const command = ['pre-commit', 'run', '--color=never', '--files', '{file}']
    return file === undefined ? undefined : { file, commands: [command] }
  }
  const file = [...names].find((name) => /^\.?lefthook\.(?:ya?ml|toml|json)$/.test(name))
  const options = ['--no-auto-install', '--no-stage-fixed', '--no-tty', '--file', '{file}']
  const command = ['lefthook', 'run', 'pre-commit', ...options]
  return file === undefined ? undefined : { file, commands: [command] }
}

/**
 * lint-staged itself takes staged files only, so its commands are run for the file as it would:
 * without a shell, the file at the end, for every glob that matches. Only a configuration that
 * is JSON can be read without running it.
 */
async function lintStaged(folder: Folder, { file }: Subject, host: Host): Promise<Gate | undefined> {
  const found = lintStagedConfig(folder)
  if (!found) return undefined
  const commands: string[][] = []
  for (const [glob, written] of Object.entries(found.config)) {
    const matches = await pathMatcher([glob], {
      base: folder.path,
      home: undefined,
      ignoreCase: ignoresCase(host),
    })
    if (!matches(file)) continue
    for (const command of Array.isArray(written) ? written : [written]) {
      if (typeof command === 'string') commands.push([...splitWords(command), '{file}'])
    }
  }
  return { file: found.file, commands }
}

function lintStagedConfig(folder: Folder): { readonly file: string; readonly config: object } | undefined {
  for (const file of ['.lintstagedrc.json', '.lintstagedrc', 'package.json']) {
    if (!folder.names.has(file)) continue
    const whole = parsed(folder.read(file))
    const config = file === 'package.json' ? whole?.['lint-staged'] : whole
    if (typeof config === 'object' && config !== null) return { file, config }
  }
  return undefined
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined // YAML, which lint-staged takes under the same name.
  }
}

/** Lines of a gate about what passed or was not needed say nothing. */
const readGate: Reader = (output: Output) =>
  readLines({ ...output, stdout: withoutPassed(output.stdout), stderr: withoutPassed(output.stderr) })

// ✔, ✓, 🥊 and the lines of boxes.
const PASSED =
  /\.{3,}(?:\(no files to check\))?(?:Passed|Skipped)$|\(skip\)|^\s*[\u2714\u2713\u{1f94a}]|^\s*[\u256d\u2502\u2570\u2503\u2500]|^summary: |^exit status \d+$/u

function withoutPassed(text: string): string {
  return text
    .split('\n')
    .filter((line) => !PASSED.test(line))
    .join('\n')
}
