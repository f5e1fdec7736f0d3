import type { Host } from '../../src/host/host.ts'
import type { Command, ShellReading, Word } from '../../src/shell/command.ts'
import { type Deletion, type Scene, unknownWord } from './deletion.ts'
import { deletionsOf } from './forms/index.ts'
import { relocate } from './where.ts'

/** All that the commands of a reading delete: themselves, and by code they carry. */
export async function deletionsIn(scene: Scene, host: Host): Promise<Deletion[]> {
  const found: Deletion[] = fromMethods(scene)
  for (const command of scene.reading.commands) {
    const own = [...deletionsOf(command, scene), ...(await fromCode(command, scene, host))]
    const through = command.via.map(({ name }) => name)
    found.push(...own.flatMap((one) => relocate(one, command)).map((one) => ({ ...one, through })))
  }
  return found
}

/** The deletions of another text, without the code in it. */
function deletionsOfText(text: string, cwd: string | undefined, scene: Scene): Deletion[] {
  const reading: ShellReading = scene.read(text, cwd)
  const inner: Scene = { ...scene, reading, text, powershell: false }
  return reading.commands.flatMap((command) =>
    deletionsOf(command, inner).flatMap((one) => relocate(one, command)),
  )
}

async function fromCode(command: Command, scene: Scene, host: Host): Promise<readonly Deletion[]> {
  const { code, cwd, source } = command
  return code?.text === undefined ? [] : codeIn(code.language, code.text, { cwd, source }, scene, host)
}

/** What code of another language deletes, itself and through the commands it runs. */
export async function codeIn(
  language: string,
  code: string,
  where: { readonly cwd: string | undefined; readonly source: string },
  scene: Scene,
  host: Host,
): Promise<readonly Deletion[]> {
  const { codeDeletions } = await import('./code/index.ts')
  return codeDeletions(language, code, {
    ...where,
    host,
    shell: (text) => deletionsOfText(text, where.cwd, scene),
    command: (argv) => deletionsOf(bareCommand(argv, where), scene),
  })
}

function bareCommand(
  argv: readonly Word[],
  where: { readonly cwd: string | undefined; readonly source: string },
): Command {
  return {
    argv,
    cwd: where.cwd,
    redirects: [],
    environment: {},
    via: [],
    moreOperands: false,
    wraps: false,
    source: where.source,
    start: 0,
    end: 0,
  }
}

/** `(Get-Item x).Delete($true)`: what the bracket gives is not known. */
function fromMethods(scene: Scene): Deletion[] {
  if (!scene.powershell) return []
  const calls = scene.text.match(/\)\.Delete\(\s*(?:\$true|1)\s*\)/gi) ?? []
  return calls.map((source) => ({
    how: '.Delete',
    effect: 'tree',
    targets: [{ word: unknownWord('what the bracket gives', source), cwd: undefined }],
    source,
  }))
}
