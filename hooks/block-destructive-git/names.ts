const words = (list: string): string[] => list.trim().split(/\s+/)

/**
 * Commands of git that lose nothing, whatever their options; git lets no alias replace them. A
 * commit that `commit --amend` or `rebase` leaves behind stays in the reflog, and --abort is
 * the way out of something half done.
 */
export const HARMLESS: ReadonlySet<string> = new Set(
  words(`
  add am annotate apply archive bisect blame bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format cherry cherry-pick clone column commit commit-graph commit-tree config count-objects
  credential describe diff diff-files diff-index diff-tree difftool fast-export fetch-pack fmt-merge-msg
  for-each-ref format-patch fsck gitk get-tar-commit-id grep gui hash-object help index-pack init init-db
  instaweb interpret-trailers log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base
  merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index name-rev notes pack-objects
  pack-refs patch-id prune-packed range-diff remote replace request-pull rerere rev-list rev-parse revert
  send-email shortlog show show-branch show-index show-ref sparse-checkout status stripspace unpack-file
  update-index update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version
  whatchanged write-tree --version --help -v -h
  `),
)

/** The others that are git's own, so that no alias can have their name. */
export const BUILTIN: ReadonlySet<string> = new Set(
  words(`
  branch checkout checkout-index clean fetch filter-branch gc mv prune pull push read-tree rebase
  reflog repack reset restore rm stash submodule switch symbolic-ref tag update-ref worktree lfs flow
  `),
)

/** A command that loses work, as text: for what could not be read. */
export const LOSES =
  /(?<![\w-])(?:git|hub)(?:\.exe)?\s[^\n;|]*?(?:reset\s[^\n;|]*--(?:hard|merge)|clean\s[^\n;|]*-\w*[fi]|checkout\s[^\n;|]*(?:--\s|-f|\s\.)|restore\s|push\s[^\n;|]*(?:\s-\w*[fd]\b|--force|--del|--mirror|--prune|\s\+|\s:)|branch\s[^\n;|]*(?:-\w*[DMC]|--force)|stash\s+(?:drop|clear)|reflog\s+(?:expire|delete)|filter-(?:branch|repo)|update-ref|worktree\s+remove\s|gc\s[^\n;|]*--prune|switch\s[^\n;|]*(?:-f|--discard|-C))/i
