import type { Environment } from './options.ts'
import { matchesAny } from './wildcard.ts'

/** What a target's name says: which protected environment it is, or that it is none. */
export type Standing =
  | { readonly kind: 'protected'; readonly environment: string }
  | { readonly kind: 'open' }
  /** A name that says neither. */
  | { readonly kind: 'unrecognised' }

/** Words that name an environment nobody has to protect. Trailing digits are ignored. */
const OPEN_WORDS = new Set(
  (
    'staging stage stg dev devel develop development test tests testing tst qa uat preview previews review ' +
    'sandbox sbx local localhost demo beta alpha canary nightly e2e playground ephemeral draft testpypi'
  ).split(' '),
)

/** Whole names, with wildcards, of clusters and hosts on the developer's own machine. */
const LOCAL_NAMES = [
  'minikube',
  'kind-*',
  'k3d-*',
  'localhost',
  'docker-desktop',
  'docker-for-desktop',
  'rancher-desktop',
  'colima*',
  'orbstack',
  'microk8s',
  'crc-*',
  'api-crc-testing*',
  'podman-*',
  '127.*',
  '0.0.0.0',
  '::1',
  'host.docker.internal',
  '*.localhost',
  '*.test',
]

/** A cluster or host on the developer's own machine: nothing in it is production. */
export function isLocal(name: string): boolean {
  const address = /^\w+:\/\/(?:[^@/]*@)?([^/:]+)/.exec(name) ?? /^([^/:]+):\d+$/.exec(name)
  return matchesAny(LOCAL_NAMES, address?.[1] ?? name)
}

/** The words of a name: at punctuation and where a small letter meets a capital. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** `preprod`, `non-production` ... name what is not production. */
const NOT_PRODUCTION = /(?<![a-z])(?:non|not|pre)[^a-z0-9]?prod(?:uction)?(?![a-z])/gi

/**
 * What a target's name says. A word for a protected environment wins over a word for an
 * open one, so `staging-to-prod` is production.
 */
export function standingOf(
  name: string,
  environments: ReadonlyMap<string, Environment>,
  unprotected: readonly string[],
): Standing {
  const whole = name.replace(NOT_PRODUCTION, 'staging')
  const words = wordsOf(whole).map((word) => word.replace(/\d+$/, '') || word)
  // What the user says about exactly this name counts before what its words suggest.
  if (unprotected.some((pattern) => matchesAny([pattern], name))) return { kind: 'open' }
  // `prod-eu` is the environment that is called so, although a word of it is production's.
  for (const [environment, { match }] of environments) {
    if (environment !== 'production' && matchesAny(match, whole)) return { kind: 'protected', environment }
  }
  for (const [environment, { match }] of environments) {
    if (matchesAny(match, whole) || words.some((word) => matchesAny(match, word))) {
      return { kind: 'protected', environment }
    }
  }
  if (isLocal(name) || matchesAny(['pr-*'], name) || words.some((word) => OPEN_WORDS.has(word)))
    return { kind: 'open' }
  return { kind: 'unrecognised' }
}

/** The environment that a person means by a name: by its own, or as a target of that name would. */
export function environmentOf(
  name: string,
  environments: ReadonlyMap<string, Environment>,
): string | undefined {
  const own = [...environments.keys()].find((one) => one.toLowerCase() === name.toLowerCase())
  if (own !== undefined) return own
  const standing = standingOf(name, environments, [])
  return standing.kind === 'protected' ? standing.environment : undefined
}
