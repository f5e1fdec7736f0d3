import type { Host } from '../../src/host/host.ts'
import { joinPath, resolvePath } from '../../src/paths/written.ts'
import type { Command, Word } from '../../src/shell/command.ts'
import { programName } from './call.ts'
import { matchesWildcard } from './wildcard.ts'

/**
 * The program that a command runs, where its name is not written out: a wildcard that names
 * a file, what `find` finds, a container's image that is a tool.
 */
export function programWord(command: Command, isTool: (program: string) => boolean, host: Host): Word[] {
  const [written, ...rest] = command.argv
  if (!written) return []
  if (written.value === undefined)
    return [byWildcard(written, command, host) ?? found(command) ?? written, ...rest]
  const image = isTool(programName(written.value)) ? undefined : imageOf(command)
  const tool = image && toolOf(image)
  return tool !== undefined && isTool(tool) ? [literal(tool, written), ...command.argv] : [...command.argv]
}

function literal(text: string, from: Word): Word {
  return { value: text, parts: [{ kind: 'text', text }], source: from.source }
}

/** `./scripts/depl*.sh`: the shell runs the first file that matches. */
function byWildcard(word: Word, { cwd }: Command, host: Host): Word | undefined {
  if (cwd === undefined || word.parts.some(({ kind }) => kind === 'unknown')) return undefined
  const text = word.parts.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
  const cut = text.lastIndexOf('/') + 1
  const folder = text.slice(0, cut)
  if (/[*?[{(]/.test(folder)) return undefined
  const pattern = text.slice(cut).replace(/\[[^\]]*\]/g, '?')
  const names = host.list(resolvePath(cwd, folder === '' ? '.' : folder, host.platform === 'win32')) ?? []
  const name = [...names].sort().find((one) => matchesWildcard(pattern, one))
  return name === undefined
    ? undefined
    : literal(folder === '' ? joinPath('.', name) : `${folder}${name}`, word)
}

/** `find . -name deploy.sh -exec {} production \;` */
function found({ argv, via }: Command): Word | undefined {
  const finder = via.at(-1)
  const name = finder?.words.findIndex(({ value }) => value === '-name' || value === '-iname') ?? -1
  const wanted = name < 0 ? undefined : finder?.words[name + 1]?.value
  const [written] = argv
  return finder?.name === 'find' && wanted !== undefined && written ? literal(wanted, written) : undefined
}

/** The image, or the service of compose, that a container is run from with its own entry point. */
function imageOf({ via }: Command): string | undefined {
  const last = via.at(-1)
  if (!last || !/^(?:docker|podman|nerdctl|docker-compose|podman-compose)$/.test(last.name)) return undefined
  const words = last.words.map(({ value }) => value ?? '')
  if (!words.includes('run') || words.some((word) => word.startsWith('--entrypoint'))) return undefined
  return words.at(-1)
}

/** Images that are called otherwise than their program. */
const PROGRAM_OF: Readonly<Record<string, string>> = {
  'aws-cli': 'aws',
  opentofu: 'tofu',
  'helm-kubectl': 'helm',
  flyctl: 'fly',
}

function toolOf(image: string): string {
  const name = image.replace(/@.*$/, '').replace(/^.*\//, '').replace(/:.*$/, '')
  return PROGRAM_OF[name] ?? name
}
