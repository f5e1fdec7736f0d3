import type { Host } from '../../src/host/host.ts'
import { ignoresCase, normalPath, projectRoot } from '../../src/paths/project.ts'
import { isWithin, relativeTo } from '../../src/paths/written.ts'
import { PATTERNS, type Pattern } from './patterns.ts'
import { SECRET_NAME } from './secret-names.ts'
import type { Finding } from './touch.ts'

/**
 * Why a call is refused or asked about, for the model and the user: what would happen to which
 * file, what that file is, the harmless way, and how a person allows it.
 */
export function reasonFor(findings: readonly Finding[], cwd: string, host: Host): string {
  const [first, ...others] = findings
  if (!first) return ''
  if (first.because !== undefined) return withoutValues(`${first.because}.`, host)
  const pattern = PATTERNS.find(({ id }) => id === first.rule)
  const what = pattern ? `It is ${pattern.what}` : "It is protected by the user's configuration"
  const sentences = [
    `${first.touch.by} would ${doing(first)} ${named(first)}`,
    what,
    harmless(first, pattern),
    ...also(first, others),
    howToAllow(first, cwd, host),
  ]
  return withoutValues(sentences.map((sentence) => `${sentence}.`).join(' '), host)
}

/** A path may have been put together with a secret from the environment: `cat "$TOKEN/.env"`. */
function withoutValues(text: string, host: Host): string {
  let kept = text
  for (const name of host.envNames()) {
    const value = SECRET_NAME.test(name) ? host.env(name) : undefined
    if (value !== undefined && value.length >= 6) kept = kept.replaceAll(value, `$${name}`)
  }
  return kept
}

function harmless({ touch }: Finding, pattern: Pattern | undefined): string {
  if (!pattern) return 'Ask the user to do it'
  return (touch.access === 'write' ? undefined : pattern.insteadOfReading) ?? pattern.instead
}

function doing({ touch }: Finding): string {
  switch (touch.access) {
    case 'write':
      return 'change'
    case 'read':
      return 'bring up the content of'
    case 'send':
      return 'send away'
  }
}

function named({ touch, path, linked }: Finding): string {
  if (touch.shown !== undefined) return touch.shown
  if (touch.elsewhere === true) return touch.path
  return linked ? `${touch.path}, which leads to ${path}` : path
}

function also(first: Finding, others: readonly Finding[]): string[] {
  const paths = [
    ...new Set(
      others
        .filter(({ touch, because }) => touch !== first.touch && because === undefined)
        .map(({ path }) => path),
    ),
  ].filter((path) => path !== first.path)
  if (paths.length === 0) return []
  const shown = paths.slice(0, 3).join(', ')
  return [`The same goes for ${shown}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`]
}

/** The configuration line with which a person allows it. */
function howToAllow({ touch, path, kind }: Finding, cwd: string, host: Host): string {
  if (touch.shown !== undefined || touch.elsewhere === true)
    return 'If it is meant to be done, ask the user to run it'
  const root = projectRoot(host, cwd)
  const ignoreCase = ignoresCase(host)
  const inside = isWithin(path, root, ignoreCase)
  if (inside && kind !== 'control') {
    const line = {
      'protect-sensitive-files': { allow: [literal(relativeTo(path, root, ignoreCase) ?? path)] },
    }
    return `If it is meant to be possible, the user can put ${JSON.stringify(line)} into hookbox.json`
  }
  const line = { 'protect-sensitive-files': { allowEverywhere: [literal(homely(path, host))] } }
  return `If it is meant to be possible, the user can put ${JSON.stringify(line)} into ~/.config/hookbox/hookbox.json`
}

function homely(path: string, host: Host): string {
  const home = host.home()
  if (home === undefined) return path
  const rest = relativeTo(path, normalPath(host, home), ignoresCase(host))
  return rest === undefined ? path : `~/${rest}`
}

/** The path as a glob that matches just it; a bare name would match anywhere. */
function literal(path: string): string {
  const escaped = path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
  return escaped.includes('/') ? escaped : `./${escaped}`
}
