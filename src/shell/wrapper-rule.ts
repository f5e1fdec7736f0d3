/** How a program that runs another command is written. */
export interface WrapperRule {
  readonly names: readonly string[]
  /** It runs something only after these words: `docker compose exec`, `uv run`, `-e|--exec`. */
  readonly path?: readonly string[]
  /** Options that take a value and stand before or between the words of the path. */
  readonly before?: readonly string[]
  /** Options that take a value, short ones as one string of letters. */
  readonly short?: string
  readonly long?: readonly string[]
  /** Long options without a value, where all others take one. */
  readonly flags?: readonly string[]
  /** Words of its own before the command: `timeout 5`, `chroot /mnt`. */
  readonly operands?: number
  /** The command stands after `--` when there is one. */
  readonly dashes?: boolean
  /** NAME=value words before the command set its environment. */
  readonly assignments?: boolean
  /**
   * words: the rest is the command, as it is (the default). text: the rest is joined and
   * read by a shell. texts: each word is read by a shell. option: only `code` is run.
   */
  readonly runs?: 'words' | 'text' | 'texts' | 'option'
  /** Options whose value is shell text, for example `c` or `--command`. */
  readonly code?: readonly string[]
  /** `code` may stand after other words too. */
  readonly permutes?: boolean
  /** Options whose value is the program; the words behind are for it (`--entrypoint`). */
  readonly program?: readonly string[]
  /** Options whose value is the directory it runs in. */
  readonly directory?: readonly string[]
  /** It runs in a directory that is not known; with these options when it is a list. */
  readonly anywhere?: true | readonly string[]
  /** It gives the command another environment; with these options when it is a list. */
  readonly clean?: true | readonly string[]
  /** With these options the environment stays all the same. */
  readonly keeps?: readonly string[]
  /** Another machine, container or root. */
  readonly elsewhere?: boolean
  /** Further operands come at run time. */
  readonly more?: boolean
  /** With these options it runs nothing (`command -v`, `sudo -l`). */
  readonly quiet?: readonly string[]
}

/** A rule for these names. */
export const rule = (names: string, more: Omit<WrapperRule, 'names'> = {}): WrapperRule => ({
  names: names.split(' '),
  ...more,
})
export const words = (list: string): string[] => list.split(' ')
/** A program that runs what follows one of its own words. */
export const sub = (
  names: string,
  path: string,
  more: Omit<WrapperRule, 'names' | 'path'> = {},
): WrapperRule => rule(names, { path: words(path), ...more })

export type WrapperRules = ReadonlyMap<string, readonly WrapperRule[]>

/** The rules by program name. */
export function wrapperRules(list: readonly WrapperRule[]): WrapperRules {
  const rules = new Map<string, WrapperRule[]>()
  for (const one of list) {
    for (const name of one.names) {
      const known = rules.get(name)
      if (known) known.push(one)
      else rules.set(name, [one])
    }
  }
  return rules
}
