import { MORE, plainWords } from '../../src/shell/plain.ts'
import { wordTable } from '../../src/text/word-table.ts'
import { GIT_COMMANDS } from './git-names.ts'
import type { Options } from './options.ts'
import { matchesWildcard } from './wildcard.ts'

/**
 * The first look at a command, before anything else is loaded: whether it can be a deploy at
 * all. A test holds that every program of the tables is here.
 */
const PROGRAMS = wordTable(
  'kubectl oc k kubecolor helm helm3 helmfile skaffold tilt devspace okteto garden werf kapp kluctl kn istioctl linkerd ' +
    'cilium flux velero argocd kubectl-argo-rollouts kubectx kctx kubie kubeswitch switcher kubens tsh minikube kind k3d ' +
    'terraform tofu terragrunt pulumi cdk cdktf serverless sls osls sam sst copilot eb ansible-playbook ansible cap mina ' +
    'dep kamal fab nomad waypoint convox dokku cf nixos-rebuild colmena deploy-rs switch-to-configuration aws gcloud gsutil ' +
    'az azd doctl ibmcloud oci hcloud linode-cli scw yc vercel vc now netlify ntl fly flyctl wrangler heroku firebase ' +
    'railway render koyeb northflank zeabur sevalla cleavr surge gh-pages supabase amplify ampx convex eas prisma shopify ' +
    'fastlane pm2 ng hugo mike prefect databricks snow mkdocs chalice zappa shipit up apex claudia ecs-deploy deployctl modal npm pnpm yarn bun lerna jsr deno changeset ' +
    'semantic-release release-it np cargo twine poetry uv hatch flit pdm maturin rye gem mvn mvnw mvnd gradle gradlew sbt ' +
    'dotnet nuget goreleaser vsce ovsx docker podman nerdctl docker-compose podman-compose buildah crane skopeo oras regctl ' +
    'eksctl kops sequelize sequelize-cli knex typeorm alembic flyway liquibase dbmate atlas goose drizzle-kit migrate gh glab rclone lftp sftp ftp ncftpput ssh rsync scp curl wget http https xh ' +
    'npx bunx pnpx uvx bundle pipenv pixi pipx mise rtx devbox corepack asdf nix aws-vault aws-okta saml2aws granted doppler infisical op ' +
    'dotenv dotenv-cli dotenvx env-cmd direnv chamber envchain teller vault-exec berglas cross-env cross-env-shell ' +
    'npm-run-all run-s run-p npm-run-all2 composer make gmake just task go-task rake gulp grunt ant invoke inv poe tox nox ' +
    'earthly pants doit rails nx turbo moon lage wsrun bolt rush dagger ' +
    'sh bash zsh dash ksh fish source . eval exec xargs base64 xxd pwsh powershell',
)

/** What the commonest programs do without ever deploying, by their first words. */
const HARMLESS: Readonly<Record<string, string>> = {
  npm: 'i install ci t test ls list view outdated audit pack init version whoami root prefix why explain -v --version',
  pnpm: 'i install t test ls list outdated audit add why -v --version',
  yarn: 'install test add list outdated why -v --version',
  bun: 'i install test add -v --version',
  docker: 'ps logs images inspect version info stats top port diff history search pull -v --version',
  gh: 'pr issue repo run search auth browse gist status label -v --version --help',
  cargo: 'build b check c test t run r fmt clippy doc bench add update tree clean new init --version -V',
  kubectl: 'get describe logs top explain version api-resources cluster-info diff wait events',
  helm: 'list ls status history template lint show search version get',
  terraform: 'plan fmt validate init output show version providers graph',
  poetry: 'install add lock show check env update --version',
  uv: 'sync add lock pip venv tree --version',
  dotnet: 'build test restore run format --version --info',
}

const DEPLOY_WORDS = ['deploy', 'rollout', 'rollback', 'promote', 'release', 'publish']

function hasDeployWord(word: string): boolean {
  const lower = word.toLowerCase()
  return DEPLOY_WORDS.some((part) => lower.includes(part))
}

const SCRIPT = /\.(?:sh|bash|zsh|ksh)$/

/** Longer text is left to the reader, which says that it is too long. */
const MAX_TEXT = 32 * 1024

/** True unless the command surely is no deploy. */
export function maySpeakOfDeploying(text: string, { deploys }: Options): boolean {
  if (text.length > MAX_TEXT) return true
  const isOwn = (word: string) =>
    deploys.some(({ program }) => program !== undefined && matchesWildcard(program, word))
  const commands = plainWords(text)
  if (commands) return commands.some((words) => isOwn(words[0] ?? '') || mayDeploy(words))
  // Quotes and backslashes may stand inside any word.
  const bare = text.replace(/\\\r?\n|["'\\]/g, '')
  if (/\$['"]/.test(text) || UNKNOWN_COMMAND.test(bare) || COMMAND_PATH.test(bare)) return true
  // A name of theirs with other letters is found by the reader.
  if (deploys.some(({ program = '' }) => /[^\w.+@*?-]/.test(program))) return true
  const words = bare.split(/[^A-Za-z0-9_.+@-]+/)
  if (words.some((word) => hasDeployWord(word) || SCRIPT.test(word) || isProgram(word) || isOwn(word)))
    return true
  // Behind a program that runs others the command's name may be made of pieces, or be a path.
  if (/[$`/*?[{]/.test(bare) && words.some((word) => MORE.has(word))) return true
  return (words.includes('git') && mayPush(bare, words)) || words.includes('--run') || SCHEDULES.test(bare)
}

/** A push, or a word of git's that may be an alias of one. */
function mayPush(bare: string, words: readonly string[]): boolean {
  if (words.includes('push') || /\balias\./i.test(bare)) return true
  return [...bare.matchAll(GIT)].some(({ index, 0: matched }) => {
    const verb = verbOf(bare.slice(index + matched.length, index + matched.length + 1000).split(/[ \t]+/))
    return verb !== undefined && !GIT_COMMANDS.has(verb)
  })
}

const GIT = /(?:^|[;&|(`\n])[ \t]*git[ \t]+/g
const GIT_VALUED = /^(?:-[cC]|--git-dir|--work-tree|--namespace)$/

/** git's subcommand, behind its own options. */
function verbOf(words: readonly string[]): string | undefined {
  let at = 0
  while (words[at]?.startsWith('-')) at += GIT_VALUED.test(words[at] ?? '') ? 2 : 1
  return /^[a-z][\w-]*/.exec(words[at] ?? '')?.[0]
}

/** Common words elsewhere. */
const SCHEDULERS = ['at', 'batch', 'crontab']
const SCHEDULES = /(?:^|[;&|(`\n])[ \t]*(?:at|batch|crontab)(?:[ \t<;\n]|$)/

/** A `$`, a backtick, a brace or a wildcard where a command's name stands. */
const UNKNOWN_COMMAND = /(?:^|[;&|(`\n])[ \t]*(?:(?:then|do|else|!)[ \t]+)*[^\s;&|()=]*[$`{*?[]/
/** A path, but for the system's own folders of programs, where a command's name stands. */
export const COMMAND_PATH =
  /(?:^|[;&|(`\n])[ \t]*(?:(?:then|do|else|!)[ \t]+)*(?:\w+=[^\s;&|(`]*[ \t]+)*(?!\/(?:usr\/(?:local\/)?)?s?bin\/)[\w.~@+-]*\//

/** Whether one command of literal words may be a deploy. Neither paths nor programs that run others get here. */
function mayDeploy([program = '', ...words]: readonly string[]): boolean {
  const [first = ''] = words
  const builds = (program === 'cargo' || program === 'dotnet') && (first === 'r' || first === 'run')
  if (HARMLESS[program]?.split(' ').includes(first) && !(builds && words.some((word) => hasDeployWord(word))))
    return false
  if ([program, ...words].some((word) => hasDeployWord(word))) return !READS_FILES.test(program)
  if (program === 'git') return words.includes('push') || !GIT_COMMANDS.has(first)
  return isProgram(program) || SCHEDULERS.includes(program)
}

/** On Windows, and in WSL, they have endings. */
function isProgram(word: string): boolean {
  return PROGRAMS.has(word) || (word.includes('.') && PROGRAMS.has(word.replace(/\.(?:exe|cmd|bat)$/i, '')))
}

const READS_FILES =
  /^(?:cat|less|more|head|tail|ls|ll|stat|file|chmod|touch|mkdir|vim?|nano|code|wc|grep|rg|cp|mv)$/

const TOOL_AND_VERB =
  /(?<![\w-])(?:kubectl|oc|helm|helmfile|skaffold|argocd|terraform|tofu|terragrunt|pulumi|cdk|serverless|sls|sam|vercel|netlify|fly|flyctl|wrangler|heroku|firebase|gcloud|aws|az|kamal|ansible-playbook|npm|pnpm|yarn|make|just|docker)(?![\w-])[^\n;|&]{0,80}?(?<![\w-])(?:apply|create|delete|replace|patch|scale|rollout|install|upgrade|uninstall|rollback|deploy|destroy|sync|up|promote|publish|push|run deploy\S*|--prod|production)(?![\w-])/i
const DEPLOY_SCRIPT =
  /(?:^|[\s;&|(`"'/])(?:[\w.-]{0,80}[-_.])?deploy(?:[-_.][\w.-]{0,80})?\.(?:sh|py|js|mjs|ts|rb|pl|ps1)(?![\w.-])/i

/** What in a text that can't be read speaks of deploying; undefined: nothing. */
export function speaksOfDeploying(text: string): string | undefined {
  const found = TOOL_AND_VERB.exec(text) ?? DEPLOY_SCRIPT.exec(text)
  return found?.[0].trim().replace(/\s+/g, ' ').slice(0, 80)
}
