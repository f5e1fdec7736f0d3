import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt, ifProtected } from './found.ts'
import type { Call, Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'
import { deployName } from './task-name.ts'

/** Remotes that deploy what is pushed to them. */
const DEPLOY_REMOTE =
  /^(?:heroku|dokku|piku|caprover|gigalixir|clever|scalingo)(?:$|[^a-z])|^(?:\w+:\/\/|[\w.-]+@)[^/]*(?:heroku\.com|dokku|scalingo|gigalixir)/i

/** `git push` to a remote that deploys what it gets, or that is called as a protected environment. */
export function gitPush(call: Call, scene: Scene): Deploy | null {
  const valued = new Set(
    '-C -c --git-dir --work-tree --namespace -o --push-option --receive-pack --exec --repo'.split(' '),
  )
  const { flags, operands } = readArguments(call.words, valued)
  const [verb, ...named] = operands
  const repo = flags.find(({ name }) => name === '--repo')?.value
  const [remote, ...refs] = named.length === 0 && repo ? [repo] : named
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
  return deployAt(
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

/** Starting a workflow that deploys, or asking GitHub for a deployment. Undefined: something else of gh. */
export function gh(call: Call, scene: Scene): Deploy | null | undefined {
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
    return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'sure')
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
  return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')
}
