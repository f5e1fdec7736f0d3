import * as fs from 'node:fs'
import * as path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'
import { judged } from './surroundings.ts'

/** Targets that stand in a tool's own settings. */

let world: World
beforeEach(() => {
  world = makeWorld({ git: true })
  world.git('switch', '-q', '-c', 'feature/x')
})

function home(file: string, text: string): void {
  const target = path.join(world.home, file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.writeFileSync(target, text)
}

async function says(command: string, env: Record<string, string> = {}): Promise<string> {
  const { verdict, reason } = await judged(world, command, { env })
  return verdict.kind === 'pass' ? 'pass' : (reason.split('\n')[0] ?? '')
}

describe('gcloud', () => {
  beforeEach(() => {
    home('.config/gcloud/active_config', 'work\n')
    home(
      '.config/gcloud/configurations/config_work',
      '[auth]\nproject = no\n[core]\naccount = a@b\nproject = acme-dev\n',
    )
    home('.config/gcloud/configurations/config_live', '[core]\nproject = acme-prod\n')
    home('.config/gcloud/configurations/config_other', '[core]\nproject = acme-eu\n')
  })
  const deploy = 'gcloud run deploy web'

  test.each([
    ['the active configuration', deploy, {}, /^pass$/],
    ['another one by a flag', `${deploy} --configuration live`, {}, /deploys to production/],
    ['by a variable', deploy, { CLOUDSDK_ACTIVE_CONFIG_NAME: 'live' }, /in effect: acme-prod/],
    [
      'a project in front',
      `CLOUDSDK_CORE_PROJECT=acme-prod ${deploy}`,
      {},
      /CLOUDSDK_CORE_PROJECT: acme-prod/,
    ],
    ['a project of a flag', `${deploy} --project acme-prod`, {}, /--project: acme-prod/],
    [
      'a project that nobody knows',
      deploy,
      { CLOUDSDK_ACTIVE_CONFIG_NAME: 'other' },
      /acme-eu \(the gcloud project in effect\), which is not a known environment/,
    ],
    [
      'one that is not there',
      deploy,
      { CLOUDSDK_ACTIVE_CONFIG_NAME: 'none' },
      /none \(the gcloud configuration\), which/,
    ],
    ['what was chosen in the command', `gcloud config set project acme-prod && ${deploy}`, {}, /acme-prod/],
  ] as const)('%s', async (_title, command, env, wanted) => {
    expect(await says(command, env)).toMatch(wanted)
  })

  test.each([
    ['gcloud builds submit', undefined, /^pass$/],
    ['gcloud builds submit --tag gcr.io/acme/web', undefined, /^pass$/],
    ['gcloud builds submit --project acme-prod', undefined, /deploys to production/],
    [
      'gcloud builds submit --configuration live',
      'steps:\n- name: docker\n  args: [build]\n',
      /deploys to production/,
    ],
    ['gcloud builds submit', 'steps:\n- name: docker\n  args: [build]\n# deploy later\n', /^pass$/],
    ['gcloud builds submit', "steps:\n- name: gcloud\n  args: ['run', 'deploy']\n", /^pass$/],
    [
      'gcloud builds submit --project acme-eu',
      "steps:\n- name: gcloud\n  args: ['run', 'deploy']\n",
      /may deploy to acme-eu/,
    ],
  ] as const)('a build, %s', async (command, file, wanted) => {
    if (file !== undefined) world.put('cloudbuild.yaml', file)
    expect(await says(command)).toMatch(wanted)
  })
})

describe('az', () => {
  const subscriptions = (name: string) =>
    `\ufeff${JSON.stringify({
      subscriptions: [
        { name: 'x', isDefault: false },
        { name, isDefault: true },
      ],
    })}`

  test.each([
    ['Acme Dev', /^pass$/],
    ['Acme Production', /the Azure subscription in effect: Acme Production/],
    ['Acme', /Acme \(the Azure subscription in effect\), which is not a known environment/],
  ])('the default subscription, %s', async (name, wanted) => {
    home('.azure/azureProfile.json', subscriptions(name))
    expect(await says('az acr run --cmd x /dev/null; az containerapp up --source .')).toMatch(wanted)
  })
  test('a broken profile tells nothing', async () => {
    home('.azure/azureProfile.json', '{')
    expect(await says('az containerapp up --source .')).toMatch(/can't be told/)
  })
})

describe('firebase', () => {
  beforeEach(() => {
    world.put('.firebaserc', JSON.stringify({ projects: { default: 'acme-dev', live: 'acme-prod' } }))
  })
  test('the default project', async () => {
    expect(await says('firebase deploy')).toBe('pass')
  })
  test('the one that was chosen for the folder', async () => {
    home(
      '.config/configstore/firebase-tools.json',
      JSON.stringify({ activeProjects: { [world.project]: 'live' } }),
    )
    expect(await says('firebase deploy')).toMatch(/the firebase project in effect: acme-prod/)
  })
})

describe('docker', () => {
  test.each([
    ['prod', 'docker compose up -d', {}, /the docker context in effect: prod/],
    ['prod', 'docker stack deploy -c x.yml shop', {}, /the docker context in effect: prod/],
    ['prod', 'docker --context staging stack deploy -c x.yml shop', {}, /^pass$/],
    ['prod', 'docker compose up -d', { DOCKER_HOST: 'ssh://staging' }, /^pass$/],
    ['prod', 'docker context use staging && docker compose up -d', {}, /^pass$/],
    ['prod', 'docker compose ps', {}, /^pass$/],
    ['prod', 'docker build .', {}, /^pass$/],
    ['default', 'docker compose up -d', {}, /^pass$/],
    ['desktop-linux', 'docker compose up -d', {}, /^pass$/],
  ] as const)('%s: %s with %o', async (context, command, env, wanted) => {
    home('.docker/config.json', JSON.stringify({ auths: {}, currentContext: context }))
    expect(await says(command, env)).toMatch(wanted)
  })
})

describe('files beside the code', () => {
  test.each([
    ['fly deploy', 'fly.toml', 'app = "shop-staging"\n', /^pass$/],
    ['fly deploy', 'fly.toml', "app = 'shop-prod'\n", /the app in fly\.toml: shop-prod/],
    [
      'fly deploy',
      'fly.toml',
      'app = "shop"\n',
      /shop \(the app in fly\.toml\), which is not a known environment/,
    ],
    ['fly deploy -a shop-prod', 'fly.toml', 'app = "shop-staging"\n', /-a: shop-prod/],
    ['serverless deploy', 'serverless.yml', 'service: x\nprovider:\n  name: aws\n', /^pass$/],
    [
      'serverless deploy',
      'serverless.yml',
      'provider:\n  stage: prod\n',
      /the stage in serverless\.yml: prod/,
    ],
    ['sls deploy', 'serverless.yml', "provider:\n  stage: ${opt:stage, 'dev'}\n", /^pass$/],
    ['sls deploy', 'serverless.yml', 'provider:\n  stage: ${env:STAGE}\n', /can't be told/],
    ['sls deploy --stage prod', 'serverless.yml', 'provider:\n  name: aws\n', /--stage: prod/],
    ['npx prisma migrate deploy', '.env', 'DATABASE_URL="postgres://u:p@localhost:5432/shop"\n', /^pass$/],
    [
      'npx prisma migrate deploy',
      '.env',
      'DATABASE_URL=postgres://u:p@db.prod.acme/shop\n',
      /may deploy to production/,
    ],
  ])('%s with %s %j', async (command, file, text, wanted) => {
    world.put(file, text)
    expect(await says(command)).toMatch(wanted)
  })
})

describe('terraform', () => {
  const workspace = (folder: string, name: string) => world.put(`${folder}/environment`, name)

  test.each([
    ['nothing says where', 'terraform apply', [], {}, /can't be told/],
    ['the workspace', 'terraform apply', ['.terraform', 'staging'], {}, /^pass$/],
    ['the workspace, prod', 'terraform apply', ['.terraform', 'prod'], {}, /the terraform workspace: prod/],
    [
      'a workspace that nobody knows',
      'terraform apply',
      ['.terraform', 'eu'],
      {},
      /eu \(the terraform workspace\), which is not/,
    ],
    ['the default workspace', 'terraform apply', ['.terraform', 'default'], {}, /can't be told/],
    [
      'of the folder of a flag',
      'terraform -chdir=infra apply',
      ['infra/.terraform', 'prod'],
      {},
      /workspace: prod/,
    ],
    ['of the folder it is in', 'cd infra && tofu apply', ['infra/.terraform', 'prod'], {}, /workspace: prod/],
    ['TF_DATA_DIR', 'terraform apply', ['.data', 'prod'], { TF_DATA_DIR: '.data' }, /workspace: prod/],
    ['TF_DATA_DIR in front', 'TF_DATA_DIR=.data terraform apply', ['.data', 'dev'], {}, /^pass$/],
    [
      'TF_DATA_DIR, seen from -chdir',
      'TF_DATA_DIR=.data terraform -chdir=infra apply',
      ['infra/.data', 'prod'],
      {},
      /workspace: prod/,
    ],
    [
      'TF_DATA_DIR that is not known',
      'TF_DATA_DIR=$X terraform apply',
      ['.terraform', 'dev'],
      {},
      /can't be told/,
    ],
    [
      'TF_WORKSPACE',
      'terraform apply',
      ['.terraform', 'dev'],
      { TF_WORKSPACE: 'prod' },
      /TF_WORKSPACE: prod/,
    ],
    ['TF_WORKSPACE in front', 'TF_WORKSPACE=dev terraform apply', [], {}, /^pass$/],
    [
      'exported',
      'export TF_WORKSPACE=prod; terraform apply',
      ['.terraform', 'dev'],
      {},
      /TF_WORKSPACE: prod/,
    ],
    [
      'selected in the command',
      'terraform workspace select dev && terraform apply',
      ['.terraform', 'prod'],
      {},
      /^pass$/,
    ],
    ['a folder that says it', 'cd live/network && terraform apply', [], {}, /the folder: live\/network/],
    ['an open folder', 'cd envs/staging && terraform apply', [], {}, /^pass$/],
    ['a file of variables', 'terraform apply -var-file=prod.tfvars', [], {}, /-var-file: prod\.tfvars/],
    ['a plan', 'terraform plan', ['.terraform', 'prod'], {}, /^pass$/],
  ] as const)('%s', async (_title, command, [folder, name], env, wanted) => {
    for (const one of ['live/network/x', 'envs/staging/x', 'infra/x']) world.put(one, '')
    if (folder !== undefined && name !== undefined) workspace(folder, name)
    expect(await says(command, env)).toMatch(wanted)
  })

  test('its own file of variables', async () => {
    world.put('terraform.tfvars', 'region = "eu"\nenvironment = "prod"\n')
    expect(await says('terraform apply')).toMatch(/terraform\.tfvars: prod/)
  })
})

describe('AWS', () => {
  test.each([
    ['cdk deploy', { AWS_PROFILE: 'acme-prod' }, /AWS_PROFILE: acme-prod/],
    ['cdk deploy', { AWS_PROFILE: 'acme-dev' }, /^pass$/],
    ['cdk deploy --profile acme-prod', { AWS_PROFILE: 'acme-dev' }, /--profile: acme-prod/],
    ['AWS_PROFILE=acme-prod cdk deploy', { AWS_PROFILE: 'acme-dev' }, /AWS_PROFILE: acme-prod/],
    ['export AWS_PROFILE=acme-prod; sam deploy', {}, /AWS_PROFILE: acme-prod/],
    ['unset AWS_PROFILE; cdk deploy', { AWS_PROFILE: 'acme-dev' }, /can't be told/],
    ['env -u AWS_PROFILE cdk deploy', { AWS_PROFILE: 'acme-dev' }, /can't be told/],
    ['aws-vault exec acme-prod -- cdk deploy', {}, /aws-vault's profile: acme-prod/],
    ['AWS_PROFILE=$P cdk deploy', {}, /AWS_PROFILE is not known/],
  ] as const)('%s with %o', async (command, env, wanted) => {
    expect(await says(command, env)).toMatch(wanted)
  })
})
