import { isAbsolute, joinPath, resolvePath } from '../../src/paths/written.ts'
import type { Argument, Arguments } from './call.ts'
import type { ClusterNames, KubeUse } from './deploy.ts'
import { askKubectl } from './kubectl.ts'
import { type Call, isTakenAway, type Scene, variable } from './scene.ts'
import type { Clue } from './target.ts'

/** Flags, with a value, of everything that talks to a cluster. */
export const KUBE_FLAGS =
  '--context --kube-context --kubeconfig -n --namespace --cluster -s --server --kube-apiserver'

const IN_EFFECT = 'the kube context in effect'

export interface KubeTarget {
  readonly clues: readonly Clue[]
  readonly kube: KubeUse
  /** A cluster of the command's own, in place of the one of the context. */
  readonly cluster: Argument | undefined
}

/** The cluster a command goes to, and what that says about its target. */
export async function kubeTarget(args: Arguments, call: Call, scene: Scene): Promise<KubeTarget> {
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
  const ownNamespace = namespace || chosen
  const cluster = flag('--cluster')?.value
  if (cluster) clues.push({ name: cluster.value, from: '--cluster', weight: 'names' })
  const server =
    flag(
      '--server',
      '--kube-apiserver',
      ...(call.program === 'kubectl' || call.program === 'oc' ? ['-s'] : []),
    )?.value ?? variable('HELM_KUBEAPISERVER', call, scene)
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
  if (kube.kind === 'context') clues.push(...betrayals(kube, ownNamespace !== undefined))
  if (context && server) clues.push({ name: server.value, from: '--server', weight: 'names' })
  return { clues, kube, cluster: server ?? cluster }
}

/** A context that is called dev may be one of a cluster that is called prod. */
function betrayals({ cluster, server, namespace }: ClusterNames, hasNamespace: boolean): readonly Clue[] {
  const named = [
    [cluster, "the kube context's cluster"],
    [server, "the kube context's server"],
    [hasNamespace ? undefined : namespace, "the kube context's namespace"],
  ] as const
  return named.flatMap(([name, from]) =>
    name === undefined ? [] : [{ name, from, weight: 'betrays' as const }],
  )
}

async function contextOf(
  named: Argument | undefined,
  from: string,
  kubeconfig: Argument | undefined,
  call: Call,
  scene: Scene,
): Promise<KubeUse> {
  const edited = scene.chosen.get('kubeconfig')
  if (edited) {
    return unknown(
      `a command in front of it changes what the kube contexts mean (${edited.source})`,
      'run that by itself first',
    )
  }
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
  // An empty one is none.
  const none = file?.value === '' || (!file && isTakenAway('KUBECONFIG', call, scene))
  return inEffect(scene, call.command.cwd, none ? NO_FILE : file?.value)
}

/** The kubeconfig of the home, whatever the environment of the hook says. */
const NO_FILE = ''

/** The context in effect in a folder, with the kubeconfig that the environment names when none is given. */
export async function inEffect(scene: Scene, cwd: string | undefined, kubeconfig?: string): Promise<KubeUse> {
  const { host } = scene.ctx
  const windows = host.platform === 'win32'
  const isList = !windows && (kubeconfig ?? '').includes(':')
  // The folder counts only for a file that is named from it.
  const counts = isList || (kubeconfig !== undefined && kubeconfig !== '' && !isAbsolute(kubeconfig, windows))
  const here = host.cwd() ?? '/'
  const directory = counts && cwd !== undefined && host.stat(cwd)?.kind === 'directory' ? cwd : here
  const file =
    counts && !isList && kubeconfig !== undefined ? resolvePath(directory, kubeconfig, windows) : kubeconfig
  const key = JSON.stringify([directory, file])
  let asked = scene.asked.get(key)
  if (!asked) {
    asked = askKubectl(scene, directory, file)
    scene.asked.set(key, asked)
  }
  const answer = await asked
  return answer.name === undefined
    ? unknown(answer.found, answer.remedy)
    : { kind: 'context', ...answer, from: IN_EFFECT }
}

function known(argument: Argument, from: string): KubeUse {
  if (argument.value !== undefined && argument.value !== '') {
    return { kind: 'context', name: argument.value, from }
  }
  const why = `the kube context ${argument.source} is not known before it runs`
  return { ...unknown(why, 'write the name of the context out'), named: true }
}

function unknown(found: string, remedy: string): Extract<KubeUse, { readonly kind: 'unknown' }> {
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
