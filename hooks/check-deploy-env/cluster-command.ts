import { readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import { KUBE_FLAGS, kubeTarget } from './kube-context.ts'
import { onlyLooks } from './remote.ts'
import type { Call, Scene } from './scene.ts'
import { localTarget } from './table.ts'
import { settle } from './target.ts'

const VALUED = new Set(
  `${KUBE_FLAGS} -c --container -f --filename --image --target --profile --pod-running-timeout`.split(' '),
)

/**
 * A command inside a container of a protected cluster (`kubectl exec`), that is not known to only
 * look. Undefined: it is in none, or only looks.
 */
export async function onProtectedCluster(call: Call, scene: Scene): Promise<Deploy | undefined> {
  const wrapper = call.command.via.find(({ name }) => /^(?:kubectl|oc|k|kubecolor)$/.test(name))
  if (!wrapper || onlyLooks(call)) return undefined
  const words = wrapper.words.slice(1)
  const args = readArguments(words, VALUED)
  if (!/^(?:exec|debug|rsh)$/.test(args.operands[0]?.value ?? '')) return undefined
  const outer: Call = { ...call, program: wrapper.name, words, clues: [], host: undefined, elsewhere: false }
  const kube = await kubeTarget(args, outer, scene)
  const target = localTarget(kube, scene) ?? settle(kube.clues, scene.protection, 'unknown')
  if (target.kind === 'open') return undefined
  return { ...deployAt(target, call, scene, 'likely'), kube: kube.kube }
}
