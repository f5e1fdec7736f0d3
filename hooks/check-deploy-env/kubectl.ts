import type { Host } from '../../src/host/host.ts'
import type { ClusterNames } from './deploy.ts'
import { firstLine } from './problem.ts'
import type { KubeAnswer, Scene } from './scene.ts'

/** How long kubectl may take to read its own configuration. */
const DEADLINE_MS = 3000

/** Larger than the kubeconfig of somebody with hundreds of clusters. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * The context in effect in `cwd`, with the kubeconfig when one is named, and what it stands for.
 * kubectl reads files only, and leaves secrets out; no cluster is asked.
 */
export async function askKubectl(
  { ctx: { host, note } }: Scene,
  cwd: string,
  kubeconfig: string | undefined,
): Promise<KubeAnswer> {
  const answer = await configOf(host, cwd, kubeconfig)
  if ('name' in answer && answer.name !== undefined) {
    const { name, cluster, server } = answer
    const more = [cluster === name ? undefined : cluster, server].filter((one) => one !== undefined)
    note(`the kube context in effect: ${name}${more.length === 0 ? '' : ` (${more.join(', ')})`}`)
  } else note(answer.found)
  return answer
}

async function configOf(host: Host, cwd: string, kubeconfig: string | undefined): Promise<KubeAnswer> {
  const result = await host.run(['kubectl', 'config', 'view', '--output', 'json'], {
    cwd,
    timeoutMs: DEADLINE_MS,
    maxOutputBytes: MAX_BYTES,
    ...(kubeconfig === undefined ? {} : { env: { KUBECONFIG: kubeconfig || undefined } }),
  })
  if (result.ended === 'missing')
    return none('kubectl was not found in PATH', 'install kubectl, or name the context with --context')
  if (result.ended === 'timeout')
    return none(`kubectl did not answer within ${DEADLINE_MS / 1000} seconds`, CHOOSE)
  if (result.ended !== 'exited' || result.code !== 0) {
    const said = firstLine(result.stderr).replace(/^error: /, '')
    return none(said === '' ? 'kubectl failed' : `kubectl says "${said}"`, CHOOSE)
  }
  const config = json(result.stdout)
  const name = textIn(config, 'current-context')
  return name === undefined
    ? none('none is chosen in the kubeconfig', CHOOSE)
    : { name, ...namesOf(config, name) }
}

const CHOOSE = 'choose one with `kubectl config use-context NAME`, or name it with --context'

function none(why: string, remedy: string): KubeAnswer {
  return { name: undefined, found: `the kube context can't be known: ${why}`, remedy }
}

function namesOf(config: unknown, context: string): ClusterNames {
  const own = entryOf(config, 'contexts', context, 'context')
  const cluster = textIn(own, 'cluster')
  const url =
    cluster === undefined ? undefined : textIn(entryOf(config, 'clusters', cluster, 'cluster'), 'server')
  const server = url === undefined ? undefined : /^(?:\w+:\/\/)?([^/:]+)/.exec(url)?.[1]
  const namespace = textIn(own, 'namespace')
  return {
    ...(cluster === undefined ? {} : { cluster }),
    ...(server === undefined ? {} : { server }),
    ...(namespace === undefined ? {} : { namespace }),
  }
}

/** `{ "contexts": [{ "name": ..., "context": {...} }] }`: the inner one with a name. */
function entryOf(config: unknown, list: string, name: string, inner: string): unknown {
  const entries = field(config, list)
  const found = Array.isArray(entries)
    ? entries.find((one: unknown) => field(one, 'name') === name)
    : undefined
  return field(found, inner)
}

function textIn(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

function field(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
