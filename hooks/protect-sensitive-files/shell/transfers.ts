import type { Word } from '../../../src/shell/command.ts'
import { metadataPath } from '../metadata-address.ts'
import { mounts } from './administration.ts'
import { cutWord, leading, type Program, plain, split, type Use, uses } from './use.ts'
import { spread } from './writers.ts'

const CURL = {
  short: 'XHdFToOubcAeEKmrwxyYzCPQUt',
  long: [
    '--request',
    '--header',
    '--data',
    '--data-ascii',
    '--data-binary',
    '--data-raw',
    '--data-urlencode',
    '--json',
    '--form',
    '--form-string',
    '--upload-file',
    '--output',
    '--user',
    '--cookie',
    '--cookie-jar',
    '--user-agent',
    '--referer',
    '--cert',
    '--key',
    '--cacert',
    '--config',
    '--max-time',
    '--range',
    '--write-out',
    '--proxy',
    '--url',
    '--output-dir',
    '--connect-timeout',
    '--retry',
    '--url-query',
    '--unix-socket',
    '--variable',
  ],
} as const

/** `@file`, `name@file`, `name=@file`, `name=<file`: the file in a value, if there is one. */
function attached(word: Word, pattern: RegExp): Word | undefined {
  const found = pattern.exec(leading(word))
  return found ? cutWord(word, found[0].length) : undefined
}

const curl: Program = ({ args }) => {
  // `-O` and `-C` take no file; letters that take a value are enough to know where one ends.
  const line = split(args, { ...CURL, short: CURL.short.replace('O', '') })
  const sent = [
    ...line
      .valuesOf('d', '--data', '--data-ascii', '--data-binary', '--json', 'H', '--header', 'b')
      .map((word) => attached(word, /^@/)),
    ...line
      .valuesOf('--data-urlencode', '--url-query', '--variable')
      .map((word) => attached(word, /^[^@=]*@/)),
    ...line.valuesOf('F', '--form').map((word) => attached(word, /^[^=]*=[@<]/)),
    ...line.valuesOf('T', '--upload-file'),
  ]
  return [
    ...uses(sent, 'send'),
    ...uses(line.valuesOf('--unix-socket', '--abstract-unix-socket'), 'write', { only: ['control'] }),
    ...uses(line.valuesOf('o', '--output', 'c', '--cookie-jar'), 'write'),
    ...addresses([...line.operands, ...line.valuesOf('--url')]),
  ]
}

/** PowerShell's: `-InFile x` is sent, `-OutFile y` written. */
const webRequest: Program = ({ args }) => {
  const behind = (name: RegExp) => args.filter((_word, at) => name.test(leading(args[at - 1])))
  return [...uses(behind(/^-inf/i), 'send'), ...uses(behind(/^-outf/i), 'write')]
}

const wget: Program = ({ args }) => {
  const line = split(args, {
    short: 'OoaiPeUtTwQ',
    long: [
      '--output-document',
      '--output-file',
      '--post-file',
      '--body-file',
      '--post-data',
      '--header',
      '--input-file',
    ],
  })
  return [
    ...uses(line.valuesOf('--post-file', '--body-file'), 'send'),
    ...uses(line.valuesOf('O', 'o', 'a', '--output-document', '--output-file'), 'write'),
    ...addresses(line.operands),
  ]
}

/** Addresses that are read: `file:`, and services that hand out the machine's credentials. */
function addresses(words: readonly Word[]): Use[] {
  return words.flatMap((word) => {
    const text = leading(word)
    if (/^file:\/\//i.test(text)) return uses([cutWord(word, text.indexOf('/', 7))], 'read')
    const path = metadataPath(text)
    return path === undefined ? [] : uses([plain(path)], 'read', { elsewhere: true })
  })
}

const isRemote = (word: Word) =>
  /^(?:[\w.-]+@)?[\w.-]+:|^[a-z][\w+.-]*:\/\//i.test(leading(word)) && !/^[A-Za-z]:[\\/]/.test(leading(word))

/** Copies between here and there: who is remote decides what happens to the local files. */
const remoteCopy =
  (takes: { readonly short?: string; readonly long?: readonly string[] }, skip = 0): Program =>
  ({ args }) => {
    const line = split(args, takes)
    const operands = line.operands.slice(skip)
    const destination = operands.at(-1)
    const sources = operands.slice(0, -1)
    if (!destination) return []
    const access = isRemote(destination) ? 'send' : 'read'
    return [
      ...uses(
        sources.filter((word) => !isRemote(word)),
        access,
        { deep: true },
      ),
      ...(isRemote(destination)
        ? []
        : [
            ...sources.map((named): Use => ({ word: destination, access: 'write', named, fills: true })),
            ...(sources.some((word) => /\/\.?$/.test(leading(word))) ? spread(destination) : []),
          ]),
    ]
  }

const scp = remoteCopy({ short: 'cFiJloPSDX' })
const rsync = remoteCopy({
  short: 'efTBM',
  long: [
    '--exclude',
    '--include',
    '--filter',
    '--exclude-from',
    '--include-from',
    '--files-from',
    '--rsh',
    '--chmod',
    '--backup-dir',
  ],
})

/** Tools whose copying is behind subcommands. */
const SUBCOMMANDS: readonly (readonly [pattern: RegExp, words: number, access: 'copy' | 'send'])[] = [
  [/^(?:docker|podman|kubectl|oc) cp /, 1, 'copy'],
  [/^(?:docker|podman) container cp /, 2, 'copy'],
  [/^aws s3 (?:cp|mv|sync) /, 2, 'copy'],
  [/^gsutil (?:-m )?(?:cp|mv|rsync) /, 1, 'copy'],
  [/^gcloud (?:storage (?:cp|mv|rsync)|compute scp) /, 2, 'copy'],
  [/^rclone (?:copy|copyto|move|moveto|sync) /, 1, 'copy'],
  [/^gh gist create /, 2, 'send'],
  [/^gh release (?:upload|create) /, 2, 'send'],
]

const subcommanded: Program = (call) => {
  const written = `${[call.name, ...call.args.map(leading)].join(' ')} `
  if (/^(?:docker|podman|nerdctl) /.test(written)) {
    const mounted = mounts(call)
    if (mounted.length > 0) return mounted
  }
  const rule = SUBCOMMANDS.find(([pattern]) => pattern.test(written))
  if (!rule) return []
  const [, words, access] = rule
  if (access === 'send') return uses(split(call.args, { short: 'dft' }).operands.slice(words), 'send')
  return remoteCopy({ long: ['--exclude', '--include', '--profile', '--region'] }, words)(call)
}

export const TRANSFERS: Readonly<Record<string, Program>> = {
  curl,
  'invoke-webrequest': webRequest,
  'invoke-restmethod': webRequest,
  iwr: webRequest,
  irm: webRequest,
  wget,
  http: ({ args }) => addresses(split(args).operands),
  xh: ({ args }) => addresses(split(args).operands),
  scp,
  sftp: scp,
  rsync,
  ...Object.fromEntries(
    'docker podman nerdctl kubectl oc aws gsutil gcloud rclone gh'
      .split(' ')
      .map((name) => [name, subcommanded]),
  ),
}
