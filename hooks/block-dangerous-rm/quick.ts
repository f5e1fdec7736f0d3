/**
 * Whether a text could delete anything, without reading it as a shell does. May say yes to
 * what is harmless; must not say no to what is not.
 */
export function mayDelete(text: string): boolean {
  // What quoting and line continuations can't hide.
  const bare = text.replace(/\\\r?\n/g, '').replace(/['"\\]/g, '')
  if (DANGEROUS.test(bare)) return true
  if (RUNS_OTHER_TEXT.test(bare)) return true
  return EMPTIES.test(bare)
}

/** Words of programs and calls that delete. Also used where the reading is in doubt. */
const WORDS =
  'rm|grm|srm|rmdir|unlink|shred|rd|del|erase|ri|rimraf|del-cli|remove-item|rmtree|removetree|remove_tree|rm_rf|rm_r|rmsync|rmdirsync|unlinksync|removesync|emptydirsync|remove_dir|delete_tree|rb'
const DANGEROUS = new RegExp(
  `(?<![\\w-])(?:${WORDS})(?![\\w-])|-delete\\b|--del(?:ete|\\b)|--remove-files|-type f -exec|truncate|mkfs|format-volume|clear-disk|clear-content|robocopy|wipefs|blkdiscard|newfs|/dev/|\\bmv\\b|\\bdd\\b|\\bzip\\b|delete|remove|purge|/etc/|\\bcp\\b`,
  'i',
)

/** Expansions, code in variables, scripts, decoders: only a reading can tell. */
const RUNS_OTHER_TEXT =
  /[$`{]|(?:^|[\s;&|(])(?:\.|source|eval|exec|(?:ba|z|da|k|a|mk|fi)?sh|pwsh|powershell|cmd|python[\d.]*|node|deno|bun|perl|ruby|php|base64|xxd|openssl|make|xargs|parallel)(?:\s|$|<|\.exe)|(?:^|[;&|(\n]|\b(?:then|do|else|env|sudo|nohup|time|command)\b)\s*[^\s;&|]*[/*?[]/

/** `> file` with nothing to write in front of it. */
const EMPTIES = /(?:^|[;&|({\n])\s*(?::|true|false|(?:echo|printf)(?:\s+-[neE]+)*)?\s*\d*>\|?\s*[^\s>&|]/
