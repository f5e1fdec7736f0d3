import { standingOf } from '../names.ts'
import type { Environment } from '../options.ts'
import type { Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import { matchesAny } from '../wildcard.ts'

/** Whether the kube context belongs to the environment. */
export function kubeContext(
  name: string,
  environment: string,
  required: Environment,
  scene: Scene,
): Problem | undefined {
  const { kubeContexts } = required
  const { environments, unprotected } = scene.protection
  const standing = standingOf(name, environments, unprotected)
  const holds =
    kubeContexts.length > 0
      ? matchesAny(kubeContexts, name)
      : standing.kind === 'unrecognised' ||
        (standing.kind === 'protected' && standing.environment === environment)
  if (holds) return undefined
  return {
    rule: 'kube-context',
    found: `the kube context is ${name}`,
    required: kubeContexts.length > 0 ? kubeContexts.join(' or ') : `one of ${environment}`,
    remedy: `name the right one with --context, or choose it with \`kubectl config use-context NAME\`${
      kubeContexts.length > 0
        ? ''
        : `; if this is the right one, a person adds it to "kubeContexts" of ${environment} in hookbox.json`
    }`,
  }
}
