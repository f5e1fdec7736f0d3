import { wordsOf } from './names.ts'

/** Words in the name of a script or task that say it deploys. */
const DEPLOY = new Set(['deploy', 'deploys', 'redeploy', 'undeploy', 'deployment', 'rollout', 'rollback'])

/** Words that may mean it: only together with a protected environment. */
const MAY_DEPLOY = new Set([
  'release',
  'publish',
  'promote',
  'ship',
  'provision',
  'destroy',
  'teardown',
  'apply',
  'upgrade',
  'sync',
  'migrate',
  'push',
  'go',
  'launch',
  'up',
])

const DATABASE = new Set(['db', 'database', 'migrate', 'migration', 'migrations', 'schema', 'seed'])

/** Words that say it only looks, checks or prepares. */
const LOOKS = new Set(
  (
    'check checks status dry dryrun plan diff logs log list validate lint test tests verify history help show ' +
    'notify wait key keys url notes describe info docs doc template render print predeploy postdeploy before after build format types mock'
  ).split(' '),
)

/**
 * What the name of a script or task says. deploys: it does. may: only if it also names a
 * protected environment. no: nothing.
 */
export function deployName(name: string): 'deploys' | 'may' | 'no' {
  const words = wordsOfName(name)
  if (looks(words)) return 'no'
  // `db:rollback` takes back a change of a database, wherever that is.
  const database = words.some((word) => DATABASE.has(word))
  if (words.some((word) => DEPLOY.has(word) && !(database && word === 'rollback'))) return 'deploys'
  if (database && words.includes('rollback')) return 'may'
  return words.some((word) => MAY_DEPLOY.has(word)) ? 'may' : 'no'
}

/** Whether the name says that it only looks, checks or prepares. */
export function onlyLooks(name: string): boolean {
  return looks(wordsOfName(name))
}

function wordsOfName(name: string): string[] {
  return wordsOf(name.replace(/\.(?:sh|bash|zsh|ksh|py|js|mjs|cjs|ts|mts|rb|pl|php|ps1|exe|cmd|bat)$/i, ''))
}

/** `test-deploy` tests one; `test-and-deploy`, `build-test-deploy` do one thing after the other. */
function looks(words: readonly string[]): boolean {
  return words.some((word) => LOOKS.has(word)) && !words.some((word) => STEPS.has(word))
}

/** Whether the name lists things that are done one after the other. */
export function namesSteps(name: string): boolean {
  return wordsOfName(name).some((word) => STEPS.has(word))
}

const STEPS = new Set(['and', 'then', 'build', 'n'])

/** Variables that name an environment, in front of a command or as `make` arguments. */
export const ENVIRONMENT_VARIABLE =
  /^(?:[A-Z0-9_]+_)?(?:ENV|ENVIRONMENT|ENV_NAME|STAGE|TIER|TARGET|CLUSTER|CONTEXT|WORKSPACE|PROFILE)$/

/** Those that choose how a program is built or run, and say where it goes only for want of better. */
export const BUILD_VARIABLE = /^(?:NODE|RAILS|RACK|FLASK|DJANGO|MIX|BABEL|PHP|SYMFONY|LARAVEL)_ENV$/

/** Flags of scripts that name an environment. */
export const ENVIRONMENT_FLAGS = new Set(
  (
    '-e --env --environment --stage -s --target -t --to --tier --cluster --context --kube-context --profile ' +
    '--workspace -n --namespace --destination --configuration -c --config --mode --account --project --inventory -i'
  ).split(' '),
)
