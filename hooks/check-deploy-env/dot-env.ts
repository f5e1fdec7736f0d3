import type { Scene } from './scene.ts'
import { smallText } from './small-text.ts'

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s#]*))/

/** The variables of a .env file, the last of a name counts; none when it can't be read. */
export function dotEnv(path: string, scene: Scene): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (const line of (smallText(path, scene) ?? '').split('\n')) {
    const [, name, double, single, bare] = LINE.exec(line) ?? []
    if (name !== undefined) variables.set(name, double ?? single ?? bare ?? '')
  }
  return variables
}
