import type { Scene } from './scene.ts'
import { speaksOfDeploying } from './words.ts'

const MAX_BYTES = 64 * 1024

/** How many files one command may have read for it. */
const MAX_FILES = 150

/** The text of a file, when it is small and not binary. Each is read once. */
export function smallText(path: string, scene: Scene): string | undefined {
  if (scene.texts.has(path)) return scene.texts.get(path)
  const { host } = scene.ctx
  const info = host.stat(path)
  if (info?.kind !== 'file' || info.size > MAX_BYTES) return undefined
  if (scene.texts.size >= MAX_FILES) {
    scene.unread =
      'This runs more script files than are read, so it can not be told whether one of them deploys. Write it in several commands.'
    return undefined
  }
  const text = read(path, MAX_BYTES, scene)
  scene.texts.set(path, text)
  return text
}

const MAX_LARGE_BYTES = 1024 * 1024

/** Notes a shell script that is too large to be judged, when its text speaks of deploying. */
export function noteLarge(path: string, scene: Scene): void {
  const info = scene.ctx.host.stat(path)
  if (info?.kind !== 'file' || info.size <= MAX_BYTES || scene.unread !== undefined) return
  const text = read(path, MAX_LARGE_BYTES, scene)
  const isShell =
    text !== undefined && (/\.(?:ba|z|k)?sh$/.test(path) || /^#!.*\b(?:ba|z|da|k)?sh\b/.test(text))
  const said = isShell ? speaksOfDeploying(text) : undefined
  if (said === undefined) return
  scene.unread = `The script ${path} is too large to be read as a whole, and it speaks of deploying: ${said}.`
}

function read(path: string, maxBytes: number, { ctx: { host } }: Scene): string | undefined {
  try {
    const text = new TextDecoder().decode(host.readFile(path, maxBytes))
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined // Not readable for us: what it does is not known.
  }
}
