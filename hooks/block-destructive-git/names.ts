import { type WordTable, wordTable } from '../../src/text/word-table.ts'

const words = (...lines: string[]): WordTable => wordTable(lines.join(' '))

/**
 * Commands of git that lose nothing, whatever their options; git lets no alias replace them. A
 * commit that `commit --amend` or `rebase` leaves behind stays in the reflog, and --abort is
 * the way out of something half done.
 */
export const HARMLESS = words(
  'add am annotate archive bisect blame bundle cat-file check-attr check-ignore check-mailmap',
  'check-ref-format cherry cherry-pick clone column commit commit-graph commit-tree config count-objects',
  'credential describe diff diff-files diff-index diff-tree difftool fast-export fetch-pack fmt-merge-msg',
  'for-each-ref format-patch fsck gitk get-tar-commit-id grep gui hash-object help index-pack init init-db',
  'instaweb interpret-trailers log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base',
  'merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index name-rev notes pack-objects',
  'pack-refs patch-id prune-packed range-diff remote replace request-pull rerere rev-list rev-parse revert',
  'send-email shortlog show show-branch show-index show-ref sparse-checkout status stripspace unpack-file',
  'update-index update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version',
  'whatchanged write-tree --version --help -v -h',
)

/** The others that are git's own, so that no alias can have their name. */
export const BUILTIN = words(
  'branch checkout checkout-index clean fetch filter-branch gc mv prune pull push read-tree rebase',
  'reflog repack reset restore rm stash submodule switch symbolic-ref tag update-ref worktree lfs flow',
  'send-pack http-push apply',
)

/** Subcommands that lose work, with the words that make them do it. */
const LOSES: ReadonlyMap<string, RegExp> = new Map([
  ['reset', /^--(?:h|m|k)/],
  ['checkout', /^(?:--|-f|--force|-B|\.|\$.*|.*\/.*)$/],
  ['switch', /^-(?:f|C|-f|-d)/],
  ['restore', /./],
  ['clean', /^-(?!.*n).*[fi]/],
  ['push', /^(?:-[a-zA-Z]*[fd]|--(?:f|d|mirror|prune)|\+.|:.)/],
  ['branch', /^-(?:[a-zA-Z]*[DMCf]|-f)/],
  ['tag', /^-(?:[a-zA-Z]*[df]|-d|-f)/],
  ['stash', /^(?:drop|clear)$/],
  ['reflog', /^(?:expire|delete)$/],
  ['worktree', /^(?:-f|--force)$/],
  ['update-ref', /./],
  ['filter-branch', /./],
  ['filter-repo', /./],
  ['gc', /^--prune/],
])

/** Whether a text that could not be read names a command that loses work. */
export function namesLoss(text: string): boolean {
  const bare = text.replace(/\\\r?\n/g, '').replace(/['"\\]/g, '')
  return bare.split(/[\n;|&()`]/).some((piece) => {
    const words = piece.trim().split(/\s+/)
    const at = words.findIndex((word) => /(?:^|[^\w.-])(?:git|hub)(?:\.exe)?$/i.test(word))
    if (at < 0) return false
    const rest = words.slice(at + 1)
    return rest.some((word, index) => {
      const loses = LOSES.get(word)
      return loses !== undefined && rest.slice(index + 1, index + 40).some((next) => loses.test(next))
    })
  })
}
