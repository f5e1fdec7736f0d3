import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt, ifProtected } from './found.ts'
import type { Call, Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'
import { deployName } from './task-name.ts'

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
