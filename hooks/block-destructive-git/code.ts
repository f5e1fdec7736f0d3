import { namesPrograms } from '../../src/shell/starts-programs.ts'
import { quoted } from './aliases.ts'

/** Ways to start programs that only some languages have. */
const STARTS = /\b(?:passthru|qx)\b|`|%x/

/**
 * Shell texts that code of another language may run: its strings that begin with git, and lists
 * of strings whose first one is git. Empty when it starts no programs.
 */
export function commandsInCode(code: string, language = ''): string[] {
  // In JavaScript a backtick is a quote.
  const starts =
    namesPrograms(language, code) || (language !== 'javascript' && STARTS.test(code)) || /\.git\./.test(code)
  if (!starts || !/git/i.test(code)) return []
  const strings: { readonly text: string; readonly start: number; readonly end: number }[] = []
  for (const match of code.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g)) {
    const text = match[0].slice(1, -1).replace(/\\(["'`\\])/g, '$1')
    strings.push({ text, start: match.index, end: match.index + match[0].length })
  }
  const found: string[] = []
  // GitPython: `repo.git.reset('--hard')`.
  for (const match of code.matchAll(/\.git\.([a-z_]{2,20})\(([^()]{0,200})\)/g)) {
    const words = [...(match[2] ?? '').matchAll(/["']([^"']*)["']/g)].map((word) => word[1] ?? '')
    found.push(['git', (match[1] ?? '').replaceAll('_', '-'), ...words].map(quoted).join(' '))
  }
  for (const [index, { text }] of strings.entries()) {
    if (/(?:^|[\s;&|/])git(?:\.exe)?\s/.test(text)) found.push(text)
    if (!/(?:^|[/\\])git(?:\.exe)?$/.test(text)) continue
    const words = [text]
    for (let at = index; ; at++) {
      const [one, next] = [strings[at], strings[at + 1]]
      if (!one || !next || !/^[\s,[(]*$/.test(code.slice(one.end, next.start))) break
      words.push(next.text)
    }
    found.push(words.map(quoted).join(' '))
  }
  return found
}
