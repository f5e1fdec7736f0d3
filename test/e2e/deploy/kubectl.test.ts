import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { judged, onlyGit, pushed, tested } from '../../hooks/check-deploy-env/surroundings.ts'
import { callExecutable } from '../../support/call.ts'
import { bashPayload } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** check-deploy-env beside the real kubectl and its own kubeconfig files. No cluster is needed. */

let world: World
beforeEach(() => {
  world = makeWorld({ git: true, files: { 'x.yaml': 'kind: Namespace\n' } })
  pushed(world)
  tested(world)
  world.git('switch', '-q', '-c', 'feature/x')
})

/** Runs the real kubectl as the user would. */
function kubectl(args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('kubectl', args, {
    cwd: world.project,
    env: worldEnv(world, env),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

interface Context {
  readonly cluster?: string
  readonly server?: string
  readonly namespace?: string
}

/**
 * Adds a context, with its cluster, to the kubeconfig that `env` names. Written by hand: the
 * kubectl of Debian 12 ends with a panic when it writes one.
 */
function context(name: string, more: Context = {}, env: Record<string, string> = {}): void {
  const { cluster = name, server = 'https://10.0.0.1:6443', namespace } = more
  change(env, (config) => {
    config.contexts.push({ name, context: { cluster, user: 'ann', ...(namespace ? { namespace } : {}) } })
    config.clusters.push({ name: cluster, cluster: { server } })
  })
}

function choose(name: string, env: Record<string, string> = {}): void {
  change(env, (config) => {
    config['current-context'] = name
  })
}

interface Kubeconfig {
  readonly clusters: object[]
  readonly contexts: { name: string; readonly context: object }[]
  'current-context': string
}

/** JSON is YAML. */
function change(env: Record<string, string>, edit: (config: Kubeconfig) => void): void {
  const file = env['KUBECONFIG'] ?? path.join(world.home, '.kube/config')
  const config = fs.existsSync(file)
    ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kubeconfig)
    : { clusters: [], contexts: [], 'current-context': '' }
  edit(config)
  const users = [{ name: 'ann', user: { token: 'not-a-secret' } }]
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users, ...config }))
}

async function says(command: string, env: Record<string, string> = {}): Promise<string> {
  const { verdict, reason } = await judged(world, command, { env })
  return verdict.kind === 'pass' ? 'pass' : reason
}

test('the context that kubectl itself uses is the one that is judged', async () => {
  for (const name of ['prod-eu', 'staging-eu', 'acme']) context(name)
  choose('staging-eu')
  expect(await says('kubectl apply -f x.yaml')).toBe('pass')
  choose('prod-eu')
  expect(await says('kubectl apply -f x.yaml')).toContain(
    'deploys to production (the kube context in effect: prod-eu)',
  )
  choose('acme')
  expect(await says('kubectl apply -f x.yaml')).toContain(
    'acme (the kube context in effect), which is not a known',
  )
})

test('the built executable, with everything as it has to be and without', async () => {
  context('prod-eu')
  choose('prod-eu')
  const call = () => ({
    stdin: JSON.stringify(bashPayload('kubectl apply -f x.yaml')).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
  const refused = await callExecutable('check-deploy-env', call())
  expect([refused.exit, refused.stderr]).toEqual([2, expect.stringContaining('the branch is feature/x')])
  world.git('switch', '-q', 'main')
  expect(await callExecutable('check-deploy-env', call())).toEqual({ exit: 0, stdout: '', stderr: '' })
})

describe('several kubeconfig files', () => {
  let first: string
  let second: string
  let list: Record<string, string>
  beforeEach(() => {
    first = path.join(world.home, 'a.yaml')
    second = path.join(world.home, 'b.yaml')
    list = { KUBECONFIG: `${first}:${second}` }
    context('dev', {}, { KUBECONFIG: first })
    context('prod', {}, { KUBECONFIG: second })
  })

  test('the context may be chosen in the second one', async () => {
    choose('prod', { KUBECONFIG: second })
    expect(kubectl(['config', 'current-context'], list)).toBe('prod')
    expect(await says('kubectl apply -f x.yaml', list)).toContain('in effect: prod')
  })

  test('the first one that chooses wins', async () => {
    choose('prod', { KUBECONFIG: second })
    choose('dev', { KUBECONFIG: first })
    expect(kubectl(['config', 'current-context'], list)).toBe('dev')
    expect(await says('kubectl apply -f x.yaml', list)).toBe('pass')
  })

  test.each([
    ['in front', (b: string) => `KUBECONFIG=${b} kubectl apply -f x.yaml`],
    ['exported', (b: string) => `export KUBECONFIG=${b}; kubectl apply -f x.yaml`],
    ['by a flag', (b: string) => `kubectl --kubeconfig ${b} apply -f x.yaml`],
    ['by a flag with =', (b: string) => `kubectl apply --kubeconfig=${b} -f x.yaml`],
    ['for helm', (b: string) => `helm upgrade shop ./chart --kubeconfig ${b}`],
    ['by its name from the folder', () => 'cd .. && kubectl --kubeconfig b.yaml apply -f project/x.yaml'],
    ['by a list with names from the folder', () => 'cd .. && KUBECONFIG=none.yaml:b.yaml kubectl apply -f x'],
  ])('another one %s', async (_title, command) => {
    choose('dev', { KUBECONFIG: first })
    choose('prod', { KUBECONFIG: second })
    const env = { KUBECONFIG: first }
    expect(await says('kubectl apply -f x.yaml', env)).toBe('pass')
    expect(await says(command(second), env)).toContain('in effect: prod')
  })

  test('a flag counts before the variable, and a named context before both', async () => {
    choose('prod', { KUBECONFIG: second })
    choose('dev', { KUBECONFIG: first })
    expect(await says(`kubectl --kubeconfig ${first} apply -f x.yaml`, { KUBECONFIG: second })).toBe('pass')
    expect(await says(`kubectl --kubeconfig ${first} --context prod apply -f x.yaml`)).toContain(
      '--context: prod',
    )
  })
})

describe('what stands behind a name', () => {
  test.each([
    ['its cluster', { cluster: 'gke_acme_prod' }, "the kube context's cluster: gke_acme_prod"],
    [
      'its server',
      { server: 'https://k8s.prod.acme.example' },
      "the kube context's server: k8s.prod.acme.example",
    ],
    ['its namespace', { namespace: 'shop-prod' }, "the kube context's namespace: shop-prod"],
  ])('a context that is called dev, by %s', async (_title, what, wanted) => {
    context('dev', what)
    choose('dev')
    expect(await says('kubectl apply -f x.yaml')).toContain(wanted)
    expect(await says('kubectl get pods')).toBe('pass')
  })

  test('a context that was renamed to that of a local cluster', async () => {
    context('prod-eu', { server: 'https://k8s.prod.acme.example' })
    choose('prod-eu')
    change({}, (config) => {
      for (const one of config.contexts) one.name = 'minikube'
    })
    choose('minikube')
    expect(await says('kubectl apply -f x.yaml')).toContain('deploys to production')
  })

  test('a namespace of a local cluster, and one that the command names', async () => {
    context('minikube', { server: 'https://192.168.49.2:8443', namespace: 'prod' })
    choose('minikube')
    expect(await says('kubectl apply -f x.yaml')).toBe('pass')
    context('staging', { namespace: 'prod' })
    choose('staging')
    expect(await says('kubectl apply -f x.yaml')).toContain("the kube context's namespace: prod")
    expect(await says('kubectl -n shop apply -f x.yaml')).toBe('pass')
    expect(await says('kubectl --namespace=prod-shop apply -f x.yaml')).toContain('the namespace: prod-shop')
  })
})

describe('no context that can be known', () => {
  const unknown = "the kube context can't be known: "

  test('none is chosen', async () => {
    context('dev')
    expect(await says('kubectl apply -f x.yaml')).toContain(`${unknown}none is chosen in the kubeconfig`)
  })

  test('there is no kubeconfig', async () => {
    expect(await says('kubectl apply -f x.yaml')).toContain(unknown)
    const reason = await says('kubectl --kubeconfig /nowhere/config apply -f x.yaml')
    expect(reason).toContain(unknown)
    expect(reason).not.toMatch(/no such file|can't open/i)
  })

  test('the kubeconfig is broken', async () => {
    fs.mkdirSync(path.join(world.home, '.kube'))
    fs.writeFileSync(path.join(world.home, '.kube/config'), ':\n- {')
    expect(await says('kubectl apply -f x.yaml')).toMatch(
      /the kube context can't be known: kubectl says "error loading|kubectl says "/,
    )
  })

  test('kubectl is not there: a condition that fails, with what to do, and never a pass', async () => {
    context('staging')
    choose('staging')
    const folder = onlyGit(world)
    const call = {
      stdin: JSON.stringify(bashPayload('helm upgrade shop ./chart')).replaceAll('@PROJECT@', world.project),
      env: worldEnv(world, { PATH: folder }),
      cwd: world.project,
    }
    const { exit, stderr } = await callExecutable('check-deploy-env', call)
    expect(exit).toBe(2)
    expect(stderr).toContain(
      `${unknown}kubectl was not found in PATH; required: a context that can be told. To do: install kubectl, or name the context with --context`,
    )
  })
})

test('what an earlier command chooses', async () => {
  for (const name of ['prod', 'dev']) context(name)
  choose('dev')
  expect(await says('kubectl config use-context prod && kubectl apply -f x.yaml')).toContain(
    'deploys to production',
  )
  expect(kubectl(['config', 'current-context'])).toBe('dev')
  choose('prod')
  expect(await says('kubectl config use-context dev && kubectl apply -f x.yaml')).toBe('pass')
})

test('the contexts of an environment', async () => {
  context('acme')
  choose('acme')
  world.git('switch', '-q', 'main')
  const environments = { production: { kubeContexts: ['acme', 'acme-*'] } }
  const verdict = async (command: string) =>
    (await judged(world, command, { options: { environments } })).verdict.kind
  expect(await verdict('kubectl apply -f x.yaml')).toBe('pass')
  expect(await verdict('vercel --prod')).toBe('pass')
  context('other')
  choose('other')
  expect(await verdict('kubectl apply -f x.yaml')).toBe('deny')
  expect(await verdict('vercel --prod')).toBe('deny')
})
