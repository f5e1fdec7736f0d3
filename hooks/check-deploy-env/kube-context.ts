import { joinPath, resolvePath } from '../../src/paths/written.ts'
import type { Argument, Arguments } from './call.ts'
import type { KubeUse } from './deploy.ts'
import { lastLine } from './problem.ts'
import { type Call, type KubeAnswer, type Scene, variable } from './scene.ts'
import type { Clue } from './target.ts'

/** How long kubectl may take to read its own configuration. */
const DEADLINE_MS = 3000

/** Flags, with a value, of everything that talks to a cluster. */
export const KUBE_FLAGS = '--context --kube-context --kubeconfig -n --namespace --cluster -s --server'

const IN_EFFECT = 'the kube context in effect'

/** The cluster a command goes to, and what that says about its target. */
export async function kubeTarget(
  args: Arguments,
  call: Call,
  scene: Scene,
): Promise<{ readonly clues: readonly Clue[]; readonly kube: KubeUse }> {
  const clues: Clue[] = []
  const flag = (...names: readonly string[]) => args.flags.find(({ name }) => names.includes(name))
  const namespace = flag('-n', '--namespace')?.value
  if (namespace?.value !== undefined) {
    clues.push({ name: namespace.value, from: 'the namespace', weight: 'betrays' })
  }
  const chosen = scene.chosen.get('namespace')
  if (chosen?.value !== undefined) {
    clues.push({ name: chosen.value, from: 'the namespace', weight: 'betrays' })
  }
  const [verb, kind, ...names] = args.operands
  if (verb?.value !== undefined && /^(?:ns|namespaces?)(?:\/|$)/.test(kind?.value ?? '')) {
    for (const one of [kind, ...names]) {
      if (one?.value !== undefined) clues.push({ name: one.value, from: 'the namespace', weight: 'betrays' })
    }
  }
  const cluster = flag('--cluster')?.value
  if (cluster) clues.push({ name: cluster.value, from: '--cluster', weight: 'names' })
  const server = flag(
    '--server',
    ...(call.program === 'kubectl' || call.program === 'oc' ? ['-s'] : []),
  )?.value
  const context = flag('--context', '--kube-context')?.value ?? variable('HELM_KUBECONTEXT', call, scene)
  const kube = await contextOf(
    context ?? server,
    context ? '--context' : '--server',
    flag('--kubeconfig')?.value,
    call,
    scene,
  )
  clues.push(
    kube.kind === 'context'
      ? { name: kube.name, from: kube.from, weight: 'names' }
      : { name: undefined, from: 'the kube context', weight: 'names' },
  )
  return { clues, kube }
}

async function contextOf(
  named: Argument | undefined,
  from: string,
  kubeconfig: Argument | undefined,
  call: Call,
  scene: Scene,
): Promise<KubeUse> {
  if (named) return known(named, from)
  const chosen = scene.chosen.get('kube')
  if (chosen) return known(chosen, 'the context chosen earlier in the command')
  if (call.elsewhere)
    return unknown('it runs elsewhere, where the kube context can not be looked up', 'name it with --context')
  const file = kubeconfig ?? variable('KUBECONFIG', call, scene)
  if (file && file.value === undefined) {
    return unknown(
      `the kubeconfig ${file.source} is not known before it runs`,
      'name the context with --context',
    )
  }
  return inEffect(scene, call.command.cwd, file?.value)
}

/** The context in effect in a folder. */
export async function inEffect(scene: Scene, cwd: string | undefined, kubeconfig?: string): Promise<KubeUse> {
  const key = `${kubeconfig ?? ''}\n${cwd ?? ''}`
  let asked = scene.asked.get(key)
  if (!asked) {
    asked = askKubectl(scene, cwd, kubeconfig)
    scene.asked.set(key, asked)
  }
  const answer = await asked
  return answer.name === undefined
    ? unknown(answer.found, answer.remedy)
    : { kind: 'context', name: answer.name, from: IN_EFFECT }
}

function known(argument: Argument, from: string): KubeUse {
  if (argument.value !== undefined && argument.value !== '') {
    return { kind: 'context', name: argument.value, from }
  }
  return unknown(
    `the kube context ${argument.source} is not known before it runs`,
    'write the name of the context out',
  )
}

function unknown(found: string, remedy: string): KubeUse {
  return {
    kind: 'unknown',
    problem: { rule: 'kube-context', found, required: 'a context that can be told', remedy },
  }
}

/** The context that a script called here finds. */
export function contextInEffect(call: Call, scene: Scene): Promise<KubeUse> {
  return contextOf(undefined, '', undefined, call, scene)
}

/** True when somebody has set up a cluster here, so that a script may well go to one. */
export function mayUseKube(call: Call, scene: Scene): boolean {
  if (variable('KUBECONFIG', call, scene)) return true
  const home = scene.ctx.host.home()
  return home !== undefined && scene.ctx.host.stat(joinPath(home, '.kube/config')) !== undefined
}

/** True when the context was looked up, not named in the command. */
export function isInEffect(kube: KubeUse): boolean {
  return kube.kind === 'context' && kube.from === IN_EFFECT
}

/**
 * What `kubectl config current-context` says in `cwd`, with the kubeconfig file when one is
 * named. It reads files only; no cluster is asked.
 */
async function askKubectl(
  { ctx: { host, note } }: Scene,
  cwd: string | undefined,
  kubeconfig: string | undefined,
): Promise<KubeAnswer> {
  const directory = cwd !== undefined && host.stat(cwd)?.kind === 'directory' ? cwd : (host.cwd() ?? '/')
  // KUBECONFIG may be a list of files, so that only a single one can be made absolute.
  const file =
    kubeconfig === undefined || kubeconfig.includes(':')
      ? kubeconfig
      : resolvePath(directory, kubeconfig, host.platform === 'win32')
  const result = await host.run(['kubectl', 'config', 'current-context'], {
    cwd: directory,
    timeoutMs: DEADLINE_MS,
    maxOutputBytes: 4096,
    ...(file === undefined ? {} : { env: { KUBECONFIG: file } }),
  })
  const name = result.stdout.trim()
  if (result.ended === 'exited' && result.code === 0 && name !== '' && !name.includes('\n')) {
    note(`kubectl config current-context: ${name}`)
    return { name }
  }
  const found = `the kube context can't be known: ${whyNot(result.ended, result.stderr)}`
  note(found)
  return {
    name: undefined,
    found,
    remedy:
      result.ended === 'missing'
        ? 'install kubectl, or name the context with --context'
        : 'choose one with `kubectl config use-context NAME`, or name it with --context',
  }
}

function whyNot(ended: string, stderr: string): string {
  if (ended === 'missing') return 'kubectl was not found in PATH'
  if (ended === 'timeout') return `kubectl did not answer within ${DEADLINE_MS / 1000} seconds`
  const said = lastLine(stderr).replace(/^error: /, '')
  return said ? `kubectl says "${said}"` : 'kubectl named none'
}
