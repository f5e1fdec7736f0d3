import type { Word } from '../../src/shell/command.ts'
import { type Argument, argumentOf, readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { matchPhrases } from './phrase.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { type Clue, type Otherwise, settle, type Target } from './target.ts'
import { deployName } from './task-name.ts'
import { REMOTE_READS } from './tools/remote.ts'

const SSH_VALUED = new Set('-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w'.split(' '))

/** The host that an ssh command line names, without the user. */
export function sshHost(words: readonly Word[]): Argument | undefined {
  const [host] = readArguments(words, SSH_VALUED).operands
  return host && { ...host, value: host.value?.replace(/^ssh:\/\//, '').replace(/^[^@]*@/, '') }
}

/**
 * What reaches another machine, repository or service without a deploy tool. null: the
 * program is one of those, and this call of it deploys nothing. Undefined: another program.
 */
export function byReach(call: Call, scene: Scene): Deploy | null | undefined {
  switch (call.program) {
    case 'ssh':
      return sshInput(call, scene)
    case 'rsync':
    case 'scp':
      return copy(call, scene)
    case 'git':
      return gitPush(call, scene)
    case 'gh':
      return gh(call, scene)
    case 'curl':
    case 'wget':
    case 'http':
    case 'https':
    case 'xh':
      return request(call, scene)
    default:
      return undefined
  }
}

/** Commands from a file for a host: `ssh prod < deploy.sh`. */
function sshInput(call: Call, scene: Scene): Deploy | null {
  const host = sshHost(call.words)
  const fed =
    call.command.input !== undefined || call.command.redirects.some(({ reads, target }) => reads && target)
  if (!host || !fed) return null
  return ifProtected([{ name: host.value, from: 'the host', weight: 'names' }], call, scene, 'likely')
}

const COPY_VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  rsync: new Set(
    (
      '-e --rsh -f --filter --exclude --include --exclude-from --include-from --files-from --rsync-path --chmod --chown ' +
      '--port --bwlimit --timeout --out-format --log-file --backup-dir --suffix --partial-dir -T --temp-dir ' +
      '--compare-dest --copy-dest --link-dest --password-file -M --info --debug --max-size --min-size --max-delete -B'
    ).split(' '),
  ),
  scp: new Set('-c -D -F -i -J -l -o -P -S -X'.split(' ')),
}

/** The last operand is where to: `host:path`, `user@host:path`, `rsync://host/path`. */
function copy(call: Call, scene: Scene): Deploy | null {
  const { flags, operands } = readArguments(call.words, COPY_VALUED[call.program] ?? new Set())
  if (
    flags.some(({ name }) => name === '--dry-run' || (call.program === 'rsync' && /^-[A-Za-z]*n/.test(name)))
  )
    return null
  const to = operands.at(-1)?.value
  const host = /^(?:(?:rsync|scp|ssh):\/\/(?:[^@/]*@)?([^/:]+)|(?:[^@/:]*@)?([^/:]+):)(.*)$/s.exec(to ?? '')
  if (operands.length < 2 || !host) return null
  return ifProtected(
    [
      { name: host[1] ?? host[2], from: 'the host', weight: 'names' },
      { name: host[3], from: 'the folder there', weight: 'betrays' },
    ],
    call,
    scene,
    'sure',
  )
}

/** Remotes that deploy what is pushed to them. */
const DEPLOY_REMOTE =
  /^(?:heroku|dokku|piku|caprover|gigalixir|clever|scalingo)(?:$|[^a-z])|^(?:\w+:\/\/|[\w.-]+@)[^/]*(?:heroku\.com|dokku|scalingo|gigalixir)/i

function gitPush(call: Call, scene: Scene): Deploy | null {
  const valued = new Set(
    '-C -c --git-dir --work-tree --namespace -o --push-option --receive-pack --exec --repo'.split(' '),
  )
  const { flags, operands } = readArguments(call.words, valued)
  const [verb, remote, ...refs] = operands
  if (verb?.value !== 'push' || flags.some(({ name }) => name === '-n' || name === '--dry-run')) return null
  const to = remote?.value
  if (to === undefined) return null
  const clues: Clue[] = [{ name: /[:/]/.test(to) ? '' : to, from: 'the remote', weight: 'names' }]
  for (const { value } of refs) {
    const branch = value
      ?.replace(/^\+/, '')
      .replace(/^.*:/, '')
      .replace(/^refs\/heads\//, '')
    // A branch such as fix-prod-login only speaks of production.
    if (branch !== undefined && /^[a-z]+$/i.test(branch))
      clues.push({ name: branch, from: 'the branch', weight: 'betrays' })
  }
  if (!DEPLOY_REMOTE.test(to)) return ifProtected(clues, call, scene, 'sure')
  return deploy(
    settle(
      clues.map((clue) => ({ ...clue, weight: 'suggests' })),
      scene.protection,
      'production',
    ),
    call,
    scene,
    'sure',
  )
}

function gh(call: Call, scene: Scene): Deploy | null | undefined {
  const valued = new Set(
    '-R --repo -f --raw-field -F --field -r --ref -X --method -H --header -t --template -q --jq --cache --hostname -p --preview --input --json'.split(
      ' ',
    ),
  )
  const { flags, operands } = readArguments(call.words, valued)
  const [group, verb, name] = operands
  const fields = flags.filter(({ name: flag }) => /^(?:-f|--raw-field|-F|--field)$/.test(flag))
  const clues: Clue[] = fields.map(({ value }) => ({
    name: value?.value,
    from: 'the field',
    weight: 'suggests',
  }))
  if (group?.value === 'workflow' && verb?.value === 'run') {
    const workflow = name?.value ?? ''
    clues.push({ name: workflow, from: 'the workflow', weight: 'suggests' })
    if (deployName(workflow.replace(/\.ya?ml$/, '')) !== 'deploys')
      return ifProtected(clues, call, scene, 'sure')
    return deploy(settle(clues, scene.protection, 'unknown'), call, scene, 'sure')
  }
  if (group?.value !== 'api') return undefined
  const method = flags
    .find(({ name: flag }) => flag === '-X' || flag === '--method')
    ?.value?.value?.toUpperCase()
  const changes = method === undefined ? fields.length > 0 : method !== 'GET' && method !== 'HEAD'
  if (
    !changes ||
    !/\/(?:deployments|dispatches|pending_deployments|releases|environments)(?:\/|$)/.test(verb?.value ?? '')
  )
    return null
  return deploy(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')
}

const CURL_VALUED = new Set(
  (
    '-X --request --method -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form -T ' +
    '--upload-file --post-data --body-data --post-file -H --header -o --output -O -u --user -A --user-agent -e --referer ' +
    '-b --cookie -c --cookie-jar -x --proxy -m --max-time --connect-timeout --retry --cacert --cert --key -w --write-out ' +
    '-K --config --url --resolve -r --range'
  ).split(' '),
)
/** Of these `-O` stands alone in curl, and so does `-c` in wget. */
const ALONE: Readonly<Record<string, readonly string[]>> = {
  curl: ['-O'],
  wget: ['-c', '-r', '-b', '-K', '-d', '-F', '-m'],
}

const DEPLOY_PATH = /\/(?:re|un)?deploy(?:s|ments?|[-_]hooks?)?(?:[/?#]|$)|\/(?:rollback|promote)(?:[/?#]|$)/i
const DEPLOY_MUTATION =
  /\bmutation\b[\s\S]*?(?:delete|destroy|remove|terminate|(?:re)?deploy|rollback|restart)/i

/** A request that deploys or deletes by its address or by what it sends. */
function request(call: Call, scene: Scene): Deploy | null {
  const alone = ALONE[call.program] ?? []
  const { flags, operands } = readArguments(
    call.words,
    new Set([...CURL_VALUED].filter((flag) => !alone.includes(flag))),
  )
  const value = (pattern: RegExp) =>
    flags.filter(({ name }) => pattern.test(name)).map((flag) => flag.value?.value ?? '')
  const bodies = value(/^(?:-d|--data(?:-\w+)?|--json|--post-data|--body-data|-F|--form)$/)
  const uploads = value(/^(?:-T|--upload-file|--post-file)$/)
  const byWord = operands
    .map(({ value: word }) => word ?? '')
    .find((word) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(word))
  const method = (
    value(/^(?:-X|--request|--method)$/)[0] ??
    byWord ??
    (bodies.length + uploads.length > 0 ? 'POST' : 'GET')
  ).toUpperCase()
  if (method === 'GET' || method === 'HEAD') return null
  const urls = [...value(/^--url$/), ...operands.map(({ value: word }) => word ?? '')].filter((word) =>
    /[./]/.test(word),
  )
  const deploys =
    urls.some((url) => DEPLOY_PATH.test(url)) || bodies.some((body) => DEPLOY_MUTATION.test(body))
  if (!deploys) return null
  const clues: Clue[] = [...urls.map((url) => hostOf(url)), ...bodies].map((name) => ({
    name,
    from: 'the request',
    weight: 'suggests',
  }))
  return deploy(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')
}

/** Host and path of an address, without its query. */
function hostOf(url: string): string {
  return url
    .replace(/^\w+:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[?#].*$/s, '')
}

/**
 * A command on a protected host that is not known to only look. Undefined: it is not on one,
 * or only looks.
 */
export function onProtectedHost(call: Call, scene: Scene): Deploy | undefined {
  if (!call.host) return undefined
  const clues: Clue[] = [{ name: call.host.value, from: 'the host', weight: 'names' }]
  if (onlyLooks(call)) return undefined
  return ifProtected(clues, call, scene, 'likely') ?? undefined
}

function onlyLooks({ program, words, command }: Call): boolean {
  if (command.redirects.some(({ writes, target }) => writes && target && target.value !== '/dev/null'))
    return false
  const operands = readArguments(words, new Set()).operands
  const said = [{ value: program, source: program, open: false }, ...operands]
  const all = [said[0], ...words.map(argumentOf)].filter((one) => one !== undefined)
  if (!matchPhrases(REMOTE_READS, said, false)?.sure && !matchPhrases(REMOTE_READS, all, false)?.sure)
    return false
  const changes: Readonly<Record<string, RegExp>> = {
    find: /^-(?:delete|exec|execdir|ok|okdir|fprint)/,
    fd: /^(?:-x|-X|--exec)/,
    sed: /^(?:-[a-zA-Z]*i|--in-place)/,
    curl: /^(?:-X|--request|-d|--data|-T|-F|-o|-O)/,
    wget: /^(?:--post|--method)/,
    crontab: /^-[re]/,
  }
  return !words.some((word) => changes[program]?.test(word.value ?? '') ?? false)
}

function ifProtected(
  clues: readonly Clue[],
  call: Call,
  scene: Scene,
  certainty: Deploy['certainty'],
): Deploy | null {
  const target = settle(clues, scene.protection, 'open' satisfies Otherwise)
  return target.kind === 'protected' && target.because === 'name'
    ? deploy(target, call, scene, certainty)
    : null
}

function deploy(target: Target, call: Call, scene: Scene, certainty: Deploy['certainty']): Deploy {
  return {
    what: shortened(call.command.source),
    through: [],
    target,
    certainty,
    directory: call.elsewhere ? scene.directory : call.command.cwd,
  }
}
