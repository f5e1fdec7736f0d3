import { type WordTable, wordTable } from '../text/word-table.ts'

// No large expression: it would be compiled anew in every process (plain.ts).

/** What npm does without a script of the package. */
const NPM_OWN = wordTable(
  'ls list ll la view info show v outdated audit search config c root prefix bin whoami ping help docs repo bugs ' +
    'fund explain why doctor cache login logout token owner access dist-tag deprecate star pkg query sbom ' +
    'completion get set diff -v --version -h --help',
)
const TASK_RUNNERS = wordTable(
  'make gmake just task go-task pnpm yarn composer npm-run-all npm-run-all2 run-s run-p',
)

/** Whether a command may run tasks of a file beside it: package.json, a Makefile ... */
export function runsTasks(name: string, next: string | undefined): boolean {
  return name === 'npm' ? next !== undefined && !NPM_OWN.has(next) : TASK_RUNNERS.has(name)
}

const SUBSCRIPT = /\[.*(?:\$\(|`)/s
const SEARCHES = /^--(?:pre|host|bind|comp|filter|exec|sh-|pager|config)|^-[A-Za-z]*[ecP]/

/** Programs that may run text in their words, and what such a word looks like. */
const MARKS: readonly (readonly [WordTable, RegExp])[] = [
  [wordTable('tar gtar bsdtar'), /^-?[A-Za-z]*[IF]|^--(?:use|to-|rsh|rmt|info|new|check)/],
  [wordTable('rsync'), /^-[A-Za-z]*e|^--rsh|^--rsync/],
  [wordTable('scp sftp sshfs'), /^-[A-Za-z]*[oS]/],
  [wordTable('rg fzf sort gsort split gsplit nc ncat netcat man hg'), SEARCHES],
  [wordTable('zip tcpdump'), /^-[A-Za-z]*[Tz]|^--unzip/],
  [wordTable('psql mysql mariadb gdb lldb less more'), /^[-+]/],
  [wordTable('cargo'), /^watch$/],
  // What may be an `e` of sed.
  [
    wordTable('sed gsed'),
    /(?:^|[^A-Za-z\\])[gpimIM\d]*e[gpimIM\d]*\s*(?:$|[\s;}])|^-[a-zA-Z]*[fs]|^--(?:file|expression)/,
  ],
  // They evaluate a subscript.
  [wordTable('printf test ['), SUBSCRIPT],
]

const GIT = wordTable('config difftool filter-branch grep archive ls-remote send-email clone')
const GIT_OPTIONS = ['--upload-pack', '--receive-pack', '--exec', 'ext::']

/** Whether a program may run text that stands in its words. */
export function mayCarry(name: string, words: readonly string[]): boolean {
  if (name === 'git') {
    const [next = ''] = words
    return GIT.has(next) || words.some((word) => GIT_OPTIONS.some((option) => word.startsWith(option)))
  }
  const marks = MARKS.find(([names]) => names.has(name))?.[1]
  return marks !== undefined && words.some((word) => marks.test(word))
}
