import type { Host } from './host.ts'

/**
 * The text of a file, without a byte order mark, at most `maxBytes` of it. Undefined when
 * it is not there or can't be read. What is not UTF-8 becomes U+FFFD.
 */
export function readText(host: Host, path: string, maxBytes = 1024 * 1024): string | undefined {
  try {
    return new TextDecoder().decode(host.readFile(path, maxBytes))
  } catch {
    return undefined
  }
}
