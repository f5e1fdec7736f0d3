import { type Call, leading, type Program, split, type Use, uses } from './use.ts'

/** Programs that show or copy the content of every file they are given. */
const PLAIN =
  'cat tac less more most head tail nl od xxd hexdump hd strings base64 base32 basenc bat batcat cut rev fold fmt pr paste ' +
  'join comm column expand unexpand iconv diff cmp sdiff colordiff view zcat zless zmore bzcat xzcat zstdcat csplit split ' +
  'shuf tsort ptx look xmllint csvcut csvlook glow mdcat ccat pygmentize highlight lp lpr qrencode source . vimdiff open ' +
  'xdg-open pbcopy clip mapfile readarray uuencode gzcat get-content gc type select-string sls findstr fx dotenvx ' +
  'import-csv ipcsv import-clixml format-hex fhx notepad notepad++ invoke-item ii compress-archive'

const plain: Program = ({ args }) => uses(split(args).operands, 'read', { deep: true })

/** Options with which a search says which files match, or how often, and not what they hold. */
const SILENT = [
  'q',
  'c',
  'l',
  'L',
  '--quiet',
  '--silent',
  '--count',
  '--files-with-matches',
  '--files-without-match',
  '--files',
]

const GREP = {
  short: 'efmABCdDgtTjMr',
  long: [
    '--regexp',
    '--file',
    '--max-count',
    '--after-context',
    '--before-context',
    '--context',
    '--include',
    '--exclude',
    '--exclude-dir',
    '--glob',
    '--type',
    '--type-not',
    '--iglob',
    '--replace',
    '--max-columns',
    '--threads',
    '--color',
    '--colors',
    '--sort',
    '--encoding',
  ],
} as const

const grep: Program = ({ name, args }) => {
  // In grep itself -r is "recursive" and takes no value.
  const isGrep = /grep$/.test(name) && name !== 'ripgrep'
  const line = split(args, isGrep ? { ...GREP, short: 'efmABCdD' } : GREP)
  if (line.has(...SILENT)) return []
  const given = line.has('e', 'f', '--regexp', '--file', '--files')
  const files = given ? line.operands : line.operands.slice(1)
  const narrowed = [...line.valuesOf('--include', '--glob', '--iglob'), ...(isGrep ? [] : line.valuesOf('g'))]
  return [
    ...uses([...files, ...line.valuesOf('f', '--file')], 'read'),
    ...uses(
      narrowed.map(withoutStars).filter((word) => word.value !== '' && !leading(word).startsWith('!')),
      'read',
    ),
  ]
}

/** The name that a glob in an option narrows to: `--include='*.env'`. */
function withoutStars(word: Use['word']): Use['word'] {
  const text = leading(word).replace(/^.*\//, '').replace(/\*+/g, '')
  return { value: text, parts: [{ kind: 'text', text }], source: word.source }
}

/** Programs whose first operand is what to do, unless an option says it. */
const withScript =
  (
    takes: { readonly short: string; readonly long: readonly string[] },
    scriptOptions: readonly string[],
    inPlace: readonly string[],
  ): Program =>
  ({ args }) => {
    const line = split(args, takes)
    const files = line.has(...scriptOptions) ? line.operands : line.operands.slice(1)
    const writes = line.has(...inPlace) || line.valuesOf('i').some((word) => word.value === 'inplace')
    return uses(files, writes ? 'write' : 'read')
  }

const sed = withScript(
  { short: 'ef', long: ['--expression', '--file'] },
  ['e', 'f', '--expression', '--file'],
  ['i', '--in-place'],
)
const awk = withScript(
  { short: 'Fvfi', long: ['--file', '--assign', '--field-separator', '--include'] },
  ['f', '--file'],
  [],
)
const jq = withScript(
  { short: 'f', long: ['--from-file', '--indent', '--arg', '--argjson'] },
  ['f', '--from-file'],
  ['i', '--inplace', '--in-place'],
)

const sortOrUniq: Program = ({ name, args }) => {
  const line = split(args, { short: 'kotTS', long: ['--output', '--key'] })
  if (name === 'uniq')
    return [...uses(line.operands.slice(0, 1), 'read'), ...uses(line.operands.slice(1), 'write')]
  return [...uses(line.operands, 'read'), ...uses(line.valuesOf('o', '--output'), 'write')]
}

/** perl and ruby as filters: `perl -ne '...' file`, `perl -pi -e '...' file`. */
const filter: Program = ({ args }) => {
  const line = split(args, { short: 'eEI0' })
  if (!line.has('e', 'E')) return []
  const loops = line.has('n', 'p')
  return loops || line.has('i') ? uses(line.operands, line.has('i') ? 'write' : 'read') : []
}

/** Subcommands that print a key; those that only use it or print its public half do not. */
const openssl: Program = ({ args }) => {
  const [subcommand, ...rest] = args
  if (!/^(rsa|pkey|ec|dsa|pkcs8|pkcs12|enc|base64|asn1parse)$/.test(leading(subcommand))) return []
  const words = rest.map(leading)
  if (words.some((word) => /^-(noout|pubout|pubin|check)$/.test(word))) return []
  return uses(
    [rest[words.indexOf('-in') + 1]].filter(() => words.includes('-in')),
    'read',
  )
}

const gpg: Program = ({ args }) =>
  args.some((word) => /^--export-secret/.test(leading(word)))
    ? uses([{ value: '~/.gnupg', parts: [{ kind: 'text', text: '~/.gnupg' }], source: '~/.gnupg' }], 'read')
    : []

/** Programs that may read a secret from standard input for what it is there for. */
const TAKES_SECRETS = new Set([
  'wc',
  'md5sum',
  'sha1sum',
  'sha256sum',
  'sha512sum',
  'shasum',
  'cksum',
  'docker',
  'podman',
  'kubectl',
  'gh',
  'glab',
  'vault',
  'ssh-add',
  'openssl',
  'gpg',
  'helm',
  'op',
  'aws',
  'gcloud',
  'az',
  'fly',
  'vercel',
  'wrangler',
  'heroku',
])

/** True: `program < file` does not bring the file's content up. */
export function takesSecrets({ name }: Call): boolean {
  return TAKES_SECRETS.has(name)
}

export const READERS: Readonly<Record<string, Program>> = {
  ...Object.fromEntries(PLAIN.split(' ').map((name) => [name, plain])),
  ...Object.fromEntries(
    'grep egrep fgrep zgrep rg ripgrep ag ack ugrep pcregrep'.split(' ').map((name) => [name, grep]),
  ),
  ...Object.fromEntries('sed gsed'.split(' ').map((name) => [name, sed])),
  ...Object.fromEntries('awk gawk mawk nawk'.split(' ').map((name) => [name, awk])),
  ...Object.fromEntries('jq yq dasel tomlq xq'.split(' ').map((name) => [name, jq])),
  sort: sortOrUniq,
  uniq: sortOrUniq,
  perl: filter,
  ruby: filter,
  openssl,
  gpg,
}
