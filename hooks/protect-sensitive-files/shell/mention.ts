import type { Host } from '../../../src/host/host.ts'
import { resolvePath } from '../../../src/paths/written.ts'
import type { ShellText } from '../../../src/tool.ts'
import { expandTilde, foldCase } from '../forms.ts'
import { mentions } from '../keys.ts'

/**
 * What can spell a name without showing it: expansions, globs, braces, escapes beyond a plain
 * backslash, and code that is decoded first.
 */
const HIDING =
  /[$`*?[\]{}]|\b(?:base64|export-secret|xxd|eval|rev|openssl|python\d?|node|deno|bun|perl|ruby|php)\b/

/** A script or a task is run: what is in it does not show here. */
const SCRIPT =
  /(?:^|[;&|(\n])[ \t]*(?:\w+=[^\s;&|(]*[ \t]+){0,9}(?:(?:sudo|time|nohup|exec|env|command|nice)[ \t]+){0,9}(?:[\w.~-]*\/|(?:ba|z|da|k)?sh\s|source\s|\.\s|(?:npm|pnpm|yarn|bun|g?make|just|task|composer|run-[sp])(?:\s|$))/

/** Programs that touch what is protected without naming it (administration.ts, environment.ts). */
const SPECIAL =
  /\b(?:env|printenv|export|declare|typeset|set|crontab|chpasswd|passwd|user(?:add|mod|del)|adduser|deluser|group(?:add|mod|del)|gpasswd|visudo|vipw|chsh|claude)\b/

/** Programs without which nothing here is a read or a write. */
const HARMLESS_HEADS = /^\s*(?:ls|pwd|cd|date|whoami|true|false)(?:\s+[\w./~ -]*)?$/

/**
 * Whether shell text may touch a protected file; when not, it is not parsed. Errs on the side
 * of parsing: names may be quoted in parts, what could hide one counts as one, and so does a
 * link on the disk.
 */
export function mayTouch({ command, cwd }: Pick<ShellText, 'command' | 'cwd'>, host: Host): boolean {
  if (HARMLESS_HEADS.test(command)) return false
  return (
    HIDING.test(command) ||
    SPECIAL.test(command) ||
    SCRIPT.test(command) ||
    namesProtected(command) ||
    namesLink(command, cwd, host)
  )
}

/** Whether the text has a protected name in it, quoted or not. */
function namesProtected(text: string): boolean {
  return mentions(foldCase(text.replace(/['"\\]/g, '')))
}

const MAX_TOKENS = 40

/** Whether a word of the text is a path that leads elsewhere than it says. */
function namesLink(text: string, cwd: string, host: Host): boolean {
  const tokens = [...new Set(text.replace(/['"\\]/g, '').match(/[^\s;&|<>()=]+/g))].filter(
    (token) => !token.startsWith('-'),
  )
  if (tokens.length > MAX_TOKENS) return true
  const start = host.realpath(cwd) ?? cwd
  const windows = host.platform === 'win32'
  const folders = [start, ...tokens.filter((_token, at) => /^(?:cd|pushd)$/.test(tokens[at - 1] ?? ''))]
  return tokens.some((token) =>
    folders.some((folder) => {
      const path = resolvePath(
        resolvePath(start, expandTilde(host, folder), windows),
        expandTilde(host, token),
        windows,
      )
      const real = host.realpath(path)
      return real === undefined ? host.lstat(path) !== undefined : resolvePath('/', real, windows) !== path
    }),
  )
}
