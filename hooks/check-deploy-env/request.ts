import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import type { Call, Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'

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

const DEPLOY_PATH =
  /\/(?:re|un)?deploy(?:s|ments?|[-_]hooks?)?(?:[/?#]|$)|\/build_hooks\/|\/(?:rollback|promote)(?:[/?#]|$)/i
/** Addresses that deploy whatever the method (render.com and vercel.com, "Deploy Hooks"). */
const DEPLOY_HOOK = /\bapi\.render\.com\/deploy\/|\bapi\.vercel\.com\/v\d+\/integrations\/deploy\//i
const DEPLOY_MUTATION =
  /\bmutation\b[\s\S]{0,2000}?(?:delete|destroy|remove|terminate|(?:re)?deploy|rollback|restart)/i

/** A request that deploys or deletes by its address or by what it sends. */
export function request(call: Call, scene: Scene): Deploy | null {
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
  // As written where it is not known: a `?` in it may be a wildcard to the shell.
  const urls = [
    ...value(/^--url$/),
    ...operands.map(({ value: word, source }) => word ?? source.replaceAll(/["']/g, '')),
  ].filter((word) => /[./:]/.test(word))
  const changes = method !== 'GET' && method !== 'HEAD'
  // A workflow of GitHub's that is started by its name or by an event's.
  const dispatches = urls.some((url) => /\/dispatches(?:[?#]|$)/.test(url))
  const deploys =
    urls.some((url) => DEPLOY_HOOK.test(url) || (changes && DEPLOY_PATH.test(url))) ||
    (changes && dispatches && [...urls, ...bodies].some((text) => /deploy|rollback|promote/i.test(text))) ||
    (changes && bodies.some((body) => DEPLOY_MUTATION.test(body)))
  if (!deploys) return null
  const clues: Clue[] = [...urls.map((url) => hostOf(url)), ...bodies].map((name) => ({
    name,
    from: 'the request',
    weight: 'suggests',
  }))
  return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')
}

/** Host and path of an address, without its query. */
function hostOf(url: string): string {
  return (
    url
      .replace(/^\w+:\/\//, '')
      .replace(/^[^@/]*@/, '')
      .replace(/[?#].*$/s, '')
      // HTTPie's short way to write this machine.
      .replace(/^:(?=\d*(?:\/|$))/, 'localhost:')
  )
}
