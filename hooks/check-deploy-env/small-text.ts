import type { Scene } from './scene.ts'

const MAX_BYTES = 64 * 1024

/** The text of a file, when it is small and not binary. */
export function smallText(path: string, scene: Scene): string | undefined {
  const { host } = scene.ctx
  const info = host.stat(path)
  if (info?.kind !== 'file' || info.size > MAX_BYTES || scene.budget <= 0) return undefined
  scene.budget--
  try {
    const text = new TextDecoder().decode(host.readFile(path, MAX_BYTES))
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined // Not readable for us: what it does is not known.
  }
}
