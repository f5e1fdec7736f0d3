import { wordTable } from '../../src/text/word-table.ts'

/**
 * Commands of git itself, and common ones beside it: no alias can be called so (git-config(1),
 * alias.*). Whatever else stands there may be an alias.
 */
export const GIT_COMMANDS = wordTable(
  'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore checkout cherry ' +
    'cherry-pick clean clone commit commit-graph commit-tree config count-objects credential describe diff ' +
    'diff-files diff-index diff-tree difftool fast-export fast-import fetch filter-branch filter-repo for-each-ref ' +
    'format-patch fsck gc grep gui hash-object help init interpret-trailers lfs log ls-files ls-remote ls-tree ' +
    'mailinfo maintenance merge merge-base merge-file merge-tree mergetool mv name-rev notes prune pull push ' +
    'range-diff read-tree rebase reflog remote repack replace request-pull rerere reset restore rev-list rev-parse ' +
    'revert rm send-email shortlog show show-branch show-ref sparse-checkout stage stash status stripspace ' +
    'submodule subtree switch symbolic-ref tag update-index update-ref var verify-commit verify-pack verify-tag ' +
    'version whatchanged worktree write-tree',
)
