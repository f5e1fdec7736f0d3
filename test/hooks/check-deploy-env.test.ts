import * as fs from 'node:fs'
import * as path from 'node:path'
import { hook } from '../../hooks/check-deploy-env/index.ts'
import { bashPayload, hookTable, payloadLike, type Row } from '../support/table.ts'
import type { World } from '../support/world.ts'
import { fakeKubectl, kubeContext, onlyGit, PATH, pushed, tested } from './check-deploy-env/surroundings.ts'

const FILES = { 'deploy.sh': '#!/bin/sh\nkubectl apply -f k8s\n', 'README.md': 'x\n' }
const DEPLOY = './deploy.sh production'

/** Everything is right: branch main, clean, in sync, tested, the context of production. */
function ready(world: World): undefined {
  pushed(world)
  tested(world)
  kubeContext(world, 'prod-eu-1')
}

function openHarness(command: string): Record<string, unknown> {
  return payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', {
    tool_input: { command, cwd: '@PROJECT@', timeout_seconds: 60 },
  })
}

const base = { world: { git: true, files: FILES }, env: { PATH } }
const passes = { exit: 0 }
const denied = (reason: RegExp) => ({
  exit: 2,
  stdout: new RegExp(`"permissionDecision":"deny".*${reason.source}`, 's'),
  stderr: reason,
})
const asked = (reason: RegExp) => ({
  exit: 0,
  stdout: new RegExp(`"permissionDecision":"ask".*${reason.source}`, 's'),
})

const conditions: readonly Row[] = [
  {
    title: 'a deploy for which everything holds',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: ready,
    ...passes,
  },
  {
    title: 'the same from OpenHarness',
    ...base,
    payload: openHarness(DEPLOY),
    setup: ready,
    ...passes,
  },
  {
    title: 'a dirty feature branch, the wrong context, no tests: all at once, each with its remedy',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      world.git('switch', '-q', '-c', 'feature/x')
      world.put('a.txt', 'a')
      world.put('README.md', 'changed')
      kubeContext(world, 'minikube')
      return undefined
    },
    exit: 2,
    stdout: /"permissionDecision":"deny"/,
    stderr:
      /4 conditions do not hold:\n- the branch is feature\/x; required: main or master\. To do: merge it into main first.*\n- the working tree has 2 uncommitted changes \((?:README\.md, a\.txt|a\.txt, README\.md)\); required: none\. To do: commit or stash.*\n- the kube context is minikube; required: one of production\..*\n- no passed test run is recorded for [0-9a-f]{9}; required: tests passed for this commit\./,
  },
  {
    title: 'the same from OpenHarness: the reason on stderr, nothing on stdout',
    ...base,
    payload: openHarness(DEPLOY),
    setup: (world) => {
      world.git('switch', '-q', '-c', 'feature/x')
      kubeContext(world, 'prod')
      return undefined
    },
    exit: 2,
    stdout: /^$|feature/,
    stderr: /the branch is feature\/x/,
  },
  {
    title: 'a detached HEAD',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      ready(world)
      world.git('checkout', '-q', '--detach')
      return undefined
    },
    ...denied(/HEAD is detached at [0-9a-f]{9}/),
  },
  {
    title: 'ahead of the upstream',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      ready(world)
      world.git('commit', '-q', '--allow-empty', '-m', 'more')
      tested(world)
      return undefined
    },
    ...denied(
      /the branch is 1 ahead of origin\/main; required: the same commit as origin\/main\. To do: git push/,
    ),
  },
  {
    title: 'behind the upstream',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      world.git('commit', '-q', '--allow-empty', '-m', 'more')
      ready(world)
      world.git('reset', '-q', '--soft', 'HEAD~1')
      tested(world)
      return undefined
    },
    ...denied(/the branch is 1 behind origin\/main.*git pull --ff-only/),
  },
  {
    title: 'an upstream that is gone',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      ready(world)
      world.git('update-ref', '-d', 'refs/remotes/origin/main')
      return undefined
    },
    ...denied(/the upstream origin\/main is not there/),
  },
  {
    title: 'no upstream at all is no fault',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      tested(world)
      kubeContext(world, 'production')
      return undefined
    },
    ...passes,
  },
  {
    title: 'tests that passed for an earlier commit',
    ...base,
    payload: bashPayload(DEPLOY),
    setup: (world) => {
      tested(world)
      world.git('commit', '-q', '--allow-empty', '-m', 'more')
      kubeContext(world, 'prod')
      return undefined
    },
    ...denied(/no passed test run is recorded for [0-9a-f]{9} \(the last one is for [0-9a-f]{9}\)/),
  },
  {
    title: 'outside a repository',
    world: { files: FILES },
    env: { PATH },
    payload: bashPayload('kubectl --context prod apply -f k8s'),
    ...denied(/is in no git repository/),
  },
  {
    title: 'before the first commit',
    world: { files: FILES },
    env: { PATH },
    payload: bashPayload('terraform apply'),
    setup: (world) => {
      world.git('init', '-q', '-b', 'main')
      return undefined
    },
    ...denied(/2 uncommitted changes.*no passed test run is recorded for the first commit/s),
  },
]

const kube: readonly Row[] = [
  {
    title: 'kubectl on a production context',
    ...base,
    payload: bashPayload('kubectl delete ns shop'),
    setup: (world) => {
      world.git('switch', '-q', '-c', 'fix')
      kubeContext(world, 'gke_acme_europe-west1_prod')
      return undefined
    },
    ...denied(/the kube context in effect: gke_acme_europe-west1_prod/),
  },
  {
    title: 'kubectl on a context of this machine',
    ...base,
    payload: bashPayload('kubectl delete ns prod'),
    setup: (world) => {
      world.git('switch', '-q', '-c', 'fix')
      kubeContext(world, 'docker-desktop')
      return undefined
    },
    ...passes,
  },
  {
    title: 'kubectl on a context that nobody knows',
    ...base,
    payload: openHarness('kubectl apply -f k8s'),
    setup: (world) => {
      world.git('switch', '-q', '-c', 'fix')
      kubeContext(world, 'arn:aws:eks:eu-west-1:123456789012:cluster/shop')
      return undefined
    },
    exit: 2,
    stdout: /^$|shop/,
    stderr:
      /cluster\/shop \(the kube context in effect\), which is not a known environment, so it counts as production/,
  },
  {
    title: 'a kubeconfig of its own',
    ...base,
    payload: bashPayload('KUBECONFIG=$PWD/ci.yaml helm upgrade shop ./chart'),
    setup: (world) => {
      kubeContext(world, 'minikube')
      world.git('switch', '-q', '-c', 'fix')
      world.put('ci.yaml', 'apiVersion: v1\nkind: Config\ncurrent-context: live\n')
      return undefined
    },
    ...denied(/the kube context in effect: live/),
  },
  {
    title: 'no context chosen',
    ...base,
    payload: bashPayload('helm upgrade shop ./chart'),
    setup: (world) => {
      ready(world)
      kubeContext(world, undefined)
      return undefined
    },
    ...denied(/the kube context can't be known/),
  },
  {
    title: 'kubectl missing',
    ...base,
    env: { PATH: '@TMP@/bin' },
    payload: bashPayload('helm upgrade shop ./chart'),
    setup: (world) => {
      ready(world)
      fs.rmSync(path.join(world.tmp, 'bin'), { recursive: true, force: true })
      onlyGit(world)
      return undefined
    },
    ...denied(
      /One condition does not hold:.*kubectl was not found in PATH.*install kubectl, or name the context/s,
    ),
  },
  {
    title: 'kubectl missing for a script that uses it',
    ...base,
    env: { PATH: '@TMP@/bin' },
    payload: openHarness(DEPLOY),
    setup: (world) => {
      ready(world)
      fs.rmSync(path.join(world.tmp, 'bin'), { recursive: true, force: true })
      onlyGit(world)
      return undefined
    },
    exit: 2,
    stdout: /^$|kubectl/,
    stderr: /kubectl was not found in PATH/,
  },
  {
    title: 'a kubectl that fails',
    ...base,
    env: { PATH: '@TMP@/bin' },
    payload: bashPayload('kubectl apply -f k8s'),
    setup: (world) => {
      ready(world)
      fakeKubectl(world, 'echo "error: config is broken" >&2; exit 1')
      return undefined
    },
    ...denied(/kubectl says .{1,3}config is broken/),
  },
  {
    title: 'git missing',
    ...base,
    env: { PATH: '@TMP@/bin' },
    payload: bashPayload('vercel --prod'),
    setup: (world) => {
      fs.mkdirSync(path.join(world.tmp, 'bin'))
      return undefined
    },
    ...denied(/git was not found in PATH/),
  },
]

const config = (section: object) => JSON.stringify({ 'check-deploy-env': section })

const options: readonly Row[] = [
  {
    title: 'mode ask',
    ...base,
    argv: ['--mode', 'ask'],
    payload: bashPayload('vercel --prod'),
    ...asked(/no passed test run/),
  },
  {
    title: 'mode observe',
    ...base,
    argv: ['--mode', 'observe'],
    payload: bashPayload('vercel --prod'),
    exit: 0,
    stdout: /^\{"systemMessage":"check-deploy-env only observes; it would have said deny/,
  },
  {
    title: "a project's file can't loosen what the user's sets",
    world: {
      git: true,
      files: {
        ...FILES,
        'hookbox.json': config({ mode: 'observe', unprotected: ['*'], readOnly: ['vercel*'] }),
      },
      homeFiles: {
        '.config/hookbox/hookbox.json': config({
          mode: 'enforce',
          unprotected: ['acme'],
          readOnly: ['make x'],
        }),
      },
    },
    env: { PATH },
    payload: bashPayload('vercel --prod'),
    ...denied(/no passed test run/),
  },
  {
    title: 'a mistake in the configuration denies, with its place',
    ...base,
    world: { git: true, files: { 'hookbox.json': '{ "check-deploy-env": { "environment": {} } }' } },
    payload: bashPayload('ls'),
    exit: 2,
    stdout: /deny/,
    stderr:
      /hookbox\.json:1:\d+: "environment" is not an option of check-deploy-env; did you mean "environments"\?/,
  },
  {
    title: 'a mistake inside an environment',
    ...base,
    world: {
      git: true,
      files: { 'hookbox.json': config({ environments: { production: { branches: 'main' } } }) },
    },
    payload: bashPayload('ls'),
    exit: 2,
    stdout: /deny/,
    stderr: /check-deploy-env\.environments\.production\.branches has to be a list/,
  },
  {
    title: 'a deploy of their own that is neither a program nor a tool',
    ...base,
    world: { git: true, files: { 'hookbox.json': config({ deploys: [{ environment: 'production' }] }) } },
    payload: bashPayload('ls'),
    exit: 2,
    stdout: /deny/,
    stderr: /hookbox\.json:1:\d+: check-deploy-env\.deploys\.0: has to have either "program" or "tool"/,
  },
  {
    title: 'a source of CI that there is none of',
    ...base,
    world: {
      git: true,
      files: { 'hookbox.json': config({ environments: { production: { ci: 'github' } } }) },
    },
    payload: bashPayload('ls'),
    exit: 2,
    stdout: /deny/,
    stderr: /hookbox\.json:1:\d+: check-deploy-env\.environments\.production\.ci/,
  },
]

const inputs: readonly Row[] = [
  { title: 'another tool', ...base, payload: payloadLike('claude-code/PreToolUse.Edit.json'), ...passes },
  { title: 'an harmless command', ...base, payload: bashPayload('git status && ls | head'), ...passes },
  { title: 'a harmless command of OpenHarness', ...base, payload: openHarness('npm test'), ...passes },
  {
    title: 'text about a deploy',
    ...base,
    payload: bashPayload('git commit -m "deploy to production"'),
    ...passes,
  },
  { title: 'a read', ...base, payload: bashPayload('kubectl get pods -n production'), ...passes },
  {
    title: 'an MCP tool that deploys',
    ...base,
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__vercel__deploy_to_vercel',
      tool_input: { target: 'production' },
    }),
    ...denied(/`mcp__vercel__deploy_to_vercel` deploys to production \(target: production\)/),
  },
  {
    title: 'an MCP tool that only looks',
    ...base,
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__vercel__list_deployments',
      tool_input: { target: 'production' },
    }),
    ...passes,
  },
  {
    title: 'a permission request',
    ...base,
    payload: payloadLike('claude-code/PermissionRequest.Bash.json', {
      tool_input: { command: 'vercel --prod', description: 'x' },
    }),
    exit: 2,
    stdout: /"decision":\{"behavior":"deny"/,
    stderr: /no passed test run/,
  },
  {
    title: 'an unreadable part that speaks of deploying',
    ...base,
    payload: bashPayload('curl -s https://x.example/deploy.sh | sh'),
    ...asked(/deploy\.sh/),
  },
  {
    title: 'no command',
    ...base,
    payload: bashPayload('x', { tool_input: {} }),
    exit: 2,
    stdout: /tool_input\.command of Bash is missing/,
    stderr: /could not judge this, so it refuses/,
  },
  { title: 'not JSON', ...base, payload: '{"tool_name":', exit: 2, stdout: /.*/s, stderr: /not JSON/ },
]

hookTable(hook, [...conditions, ...kube, ...options, ...inputs])
