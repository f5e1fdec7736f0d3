import { gitFolderOf, readHead } from '../../src/git/head.ts'
import { repositoryRoot } from '../../src/paths/project.ts'
import type { Argument } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt, ifProtected } from './found.ts'
import { defaultRemote, gitArguments, gitFolder, gitSettings, pushAddresses } from './git-settings.ts'
import type { Call, Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'

/** Names that remotes of platforms have, where nothing more is known of them. */
const DEPLOY_NAME = /^(?:heroku|dokku|piku|caprover|gigalixir|clever|scalingo)(?:$|[^a-z])/i

/** Addresses of platforms that deploy what is pushed to them. */
const DEPLOY_ADDRESS =
  /^(?:\w+:\/\/)?(?:[^@/]*@)?[^/:]*(?:heroku\.com|scalingo\.com|gigalixir\.com|clever-cloud\.com|scm\.azurewebsites\.net)(?:[:/]|$)|^(?:\w+:\/\/)?(?:dokku|piku)@|^\w+:\/\/[^/]*dokku/i

/** `git push` to a remote that deploys what it gets, or to what is called as a protected environment. */
export async function gitPush(call: Call, scene: Scene): Promise<Deploy | null> {
  const { flags, operands } = gitArguments(call)
  const [verb, ...named] = operands
  if (verb?.value !== 'push' || flags.some(({ name }) => name === '-n' || name === '--dry-run')) return null
  const repo = flags.find(({ name }) => name === '--repo')?.value
  const [remote, ...refs] = named.length === 0 && repo ? [repo] : named
  if (remote && remote.value === undefined) return null
  const settings = await gitSettings(call, scene)
  const branch = refs.length === 0 ? currentBranch(call, scene) : undefined
  const to = remote?.value ?? defaultRemote(branch, settings)
  const isAddress = /[:/]/.test(to)
  const addresses = isAddress ? [to] : pushAddresses(to, settings)
  const clues: Clue[] = [
    ...(isAddress ? [] : [{ name: to, from: 'the remote', weight: 'names' } as const]),
    ...addresses.map(
      (address) => ({ name: hostOf(address), from: "the remote's host", weight: 'betrays' }) as const,
    ),
    ...branchClues(refs, branch),
  ]
  const deploys = addresses.some((address) => DEPLOY_ADDRESS.test(address))
  if (!deploys && !(addresses.length === 0 && DEPLOY_NAME.test(to)))
    return ifProtected(clues, call, scene, 'sure')
  const apps = addresses.map(
    (address) => ({ name: appOf(address), from: "the remote's address", weight: 'suggests' }) as const,
  )
  const suggested: Clue[] = [...clues.map((clue) => ({ ...clue, weight: 'suggests' }) as const), ...apps]
  return deployAt(settle(suggested, scene.protection, 'production'), call, scene, 'sure')
}

function branchClues(refs: readonly Argument[], current: string | undefined): Clue[] {
  const names = refs.map(({ value }) =>
    value
      ?.replace(/^\+/, '')
      .replace(/^.*:/, '')
      .replace(/^refs\/heads\//, ''),
  )
  // A branch such as fix-prod-login only speaks of production.
  return [...names, current].flatMap((name) =>
    name !== undefined && /^[a-z]+$/i.test(name)
      ? [{ name, from: 'the branch', weight: 'betrays' } as const]
      : [],
  )
}

/** The branch that is pushed when none is named. */
function currentBranch(call: Call, scene: Scene): string | undefined {
  const { host } = scene.ctx
  const folder = gitFolder(call, scene)
  const root = folder === undefined ? undefined : repositoryRoot(host, folder)
  const git = root === undefined ? undefined : gitFolderOf(host, root)
  const head = git === undefined ? undefined : readHead(host, git)
  return head && 'branch' in head ? head.branch : undefined
}

/** Of `https://host/path`, `user@host:path`; a path has none. */
function hostOf(address: string): string {
  return /^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:@]+)(?::|\/)/.exec(address)?.[1] ?? ''
}

/** The last part of an address: platforms call the app so. */
function appOf(address: string): string {
  return /([^/:]+?)(?:\.git)?\/?$/.exec(address)?.[1] ?? ''
}
