import { beforeAll, describe, expect, test } from 'vitest'
import { justText, readJustfile } from '../../../src/tasks/justfile.ts'
import { readMakefile, recipeOf } from '../../../src/tasks/makefile.ts'
import { taskfileText } from '../../../src/tasks/taskfile.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { judged, kubeContext } from './surroundings.ts'

const MAKEFILE = `ENV ?= staging
IMAGE := acme/web
.PHONY: deploy
all: build
build:
\techo build
deploy: build
\t@./scripts/push.sh $(ENV)
\tkubectl --context $(ENV)-eu apply -f k8s
release:
\tcargo build --release
ship:
\tdocker push $(IMAGE):latest
deploy-%:
\tkubectl --context $* apply -f k8s
loop:
\t$(MAKE) deploy ENV=production
install:
\tkubectl apply \\
\t  -f k8s
many: install
\tmake many; make many; make many; make many; make many; make many
quiet:
\tmake quiet; make quiet; make quiet; make quiet; make quiet; make quiet
price:
\techo $$HOME
`

const JUSTFILE = `ctx := 'minikube'
alias d := dev

build:
  echo hi

# row 40 of our sources: a task called dev that deploys wherever the context points
dev: build
  skaffold deploy

local:
  skaffold deploy --kube-context {{ctx}}

deploy env='staging':
  helm upgrade web ./chart --kube-context {{env}}-eu
`

const TASKFILE = `version: '3'
tasks:
  build:
    cmds:
      - echo build
  dev:
    deps: [build]
    cmds:
      - skaffold deploy
  ship:
    cmds:
      - task: push
  push:
    cmds:
      - docker push acme/web:{{.TAG}}
  "infra:prod": terraform apply
`

const PACKAGE = JSON.stringify({
  scripts: {
    deploy: 'sls deploy --stage dev',
    'deploy:prod': 'npm run build && vercel --prod',
    'deploy:staging': 'netlify deploy --prod --site staging-shop',
    'deploy:any': 'sls deploy',
    build: 'tsc',
    go: 'kubectl apply -f k8s',
    ship: 'npm run go',
    prestart: 'kubectl apply -f k8s',
    start: 'node .',
    release: 'npm version patch && npm publish',
    'deploy:js': 'node scripts/deploy.js production',
    'deploy:blind': 'node scripts/blind.js production',
    'deploy:tool': 'our-tool up production',
    loop: 'npm run loop',
  },
})

const SCRIPTS = {
  'scripts/ctl.sh':
    '#!/bin/bash\ncase $1 in\n deploy) kubectl apply -f k8s;;\n status) kubectl get pods;;\nesac\n',
  'scripts/e2e.sh': 'kind create cluster\nkubectl apply -f k8s\n',
  'scripts/prod-deploy.sh': '#!/bin/sh\nkubectl apply -f k8s\n',
  'scripts/deploy.sh':
    '#!/bin/sh\nCTX=staging\n[ "$1" = production ] && CTX=prod-eu\nif [ "$2" = --dry-run ]; then exit; fi\nkubectl --context $CTX apply -f k8s\n',
  'scripts/deploy-kube.sh': '#!/bin/sh\nkubectl apply -f k8s\n',
  'scripts/deploy.js': "if (process.argv.includes('--dry-run')) process.exit()\n",
  'scripts/blind.js': "require('./deploy-it')()\n",
  'scripts/blind.sh': '#!/bin/sh\nterraform apply\n',
  'scripts/env.sh': 'export AWS_PROFILE=prod\n',
}

let world: World
beforeAll(() => {
  world = makeWorld({
    git: true,
    files: {
      Makefile: MAKEFILE,
      justfile: JUSTFILE,
      'Taskfile.yml': TASKFILE,
      'package.json': PACKAGE,
      'packages/web/package.json': '{"scripts":{"deploy":"vercel --prod"}}',
      ...SCRIPTS,
    },
  })
  world.git('switch', '-q', '-c', 'feature/x')
})

describe.each([
  ['prod-eu', 'deny'],
  ['minikube', 'pass'],
] as const)('what depends on the context in effect, %s', (context, verdict) => {
  beforeAll(() => kubeContext(world, context))
  test.each([
    'make install',
    'make install build',
    'just dev',
    'just d',
    'task dev',
    'npm run go',
    'npm run ship',
    'yarn go',
    'pnpm go',
    'bun run go',
    'npm-run-all build go',
    'node --run go',
    'scripts/deploy-kube.sh',
    'cd scripts && ./deploy-kube.sh',
  ])('%s', async (command) => {
    const { verdict: found, reason } = await judged(world, command)
    expect(found.kind, reason).toBe(verdict)
  })
})

describe('what the task or script itself says', () => {
  beforeAll(() => kubeContext(world, 'minikube'))
  test.each([
    ['deny', 'make deploy ENV=production'],
    ['deny', 'make deploy ENV=$WHERE'],
    ['deny', 'make ship'],
    ['deny', 'make deploy-prod-eu'],
    ['deny', 'make loop'],
    ['deny', 'just deploy production'],
    ['ask', 'task ship'],
    ['deny', 'task infra:prod'],
    ['deny', 'npm run deploy -- --stage prod'],
    ['deny', 'npm run deploy:js'],
    ['pass', 'npm run deploy:js -- --dry-run'],
    ['deny', 'npm run deploy:blind'],
    ['pass', 'npm run deploy:tool -- --dry-run'],
    ['deny', 'npm run deploy:tool -- --verbose'],
    ['deny', 'npm run deploy:prod'],
    ['deny', 'npm run deploy:any'],
    ['deny', 'npm run release'],
    ['deny', 'npm --prefix packages/web run deploy'],
    ['deny', 'cd packages/web && yarn deploy'],
    ['deny', 'scripts/prod-deploy.sh'],
    ['deny', 'scripts/deploy.sh production'],
    ['deny', 'scripts/deploy.sh "$WHERE"'],
    ['deny', './not-there/deploy.sh'],
    ['deny', 'source scripts/env.sh && cdk deploy'],
    ['ask', 'make many'],
    ['pass', 'make quiet'],
    ['ask', 'scripts/blind.sh'],
    ['pass', 'make'],
    ['pass', 'make build'],
    ['pass', 'make deploy'],
    ['pass', 'make deploy ENV=staging'],
    ['pass', 'make -n deploy ENV=production'],
    ['pass', 'make release'],
    ['pass', 'make deploy-staging'],
    ['pass', 'just'],
    ['pass', 'just build'],
    ['pass', 'just local'],
    ['pass', 'just deploy'],
    ['pass', 'just --dry-run deploy production'],
    ['pass', 'task build'],
    ['pass', 'task ship TAG=dev'],
    ['pass', 'npm run deploy'],
    ['pass', 'npm run deploy:staging'],
    ['pass', 'npm run build'],
    ['pass', 'npm run loop'],
    ['pass', 'npm run not-there'],
    ['pass', 'scripts/ctl.sh status'],
    ['pass', 'scripts/ctl.sh deploy'],
    ['pass', 'scripts/e2e.sh'],
    ['pass', 'scripts/deploy.sh staging'],
    // Its text says where it goes without an argument.
    ['pass', 'scripts/deploy.sh'],
    ['pass', 'scripts/deploy.sh production --dry-run'],
    ['pass', 'scripts/deploy-kube.sh staging'],
  ] as const)('%s: %s', async (verdict, command) => {
    const { verdict: found, reason } = await judged(world, command)
    expect(found.kind, reason).toBe(verdict)
  })

  test('the context in effect holds whatever a script is told', async () => {
    kubeContext(world, 'prod-eu')
    expect((await judged(world, 'scripts/deploy-kube.sh staging')).verdict.kind).toBe('ask')
    expect((await judged(world, 'scripts/ctl.sh deploy')).verdict.kind).toBe('ask')
    expect((await judged(world, 'scripts/ctl.sh status')).verdict.kind).toBe('pass')
    kubeContext(world, 'minikube')
  })

  test('the arguments of a script choose among its branches', async () => {
    const branches = [
      '#!/bin/bash',
      'set -euo pipefail',
      'case ${1:-} in',
      '  up) docker compose up -d ;;',
      '  deploy) kubectl --context prod apply -f k8s ;;',
      'esac',
      'if [[ "${2:-}" == --push ]]; then docker push acme/web:latest; fi',
    ]
    world.put('dev', branches.join('\n'), 0o755)
    const kind = async (command: string) => (await judged(world, command)).verdict.kind
    for (const command of ['./dev', './dev up', './dev logs -f']) expect(await kind(command)).toBe('pass')
    for (const command of ['./dev deploy', './dev up --push', './dev "$X"']) {
      expect(await kind(command)).toBe('ask')
    }
  })

  test('a script that chooses its context by its argument asks for none that is in effect', async () => {
    kubeContext(world, 'minikube')
    world.put('ops/deploy.sh', 'helm upgrade shop ./chart --kube-context "$(cat contexts/$1)"\n', 0o755)
    const { reason } = await judged(world, 'ops/deploy.sh production')
    expect(reason).toContain('deploys to production (the argument: production)')
    expect(reason).not.toContain('kube context')
    expect((await judged(world, 'ops/deploy.sh')).reason).toContain('the kube context "$(cat contexts/$1)"')
    const options = { environments: { production: { kubeContexts: ['prod-*'] } } }
    expect((await judged(world, 'ops/deploy.sh production', { options })).reason).toContain(
      'the kube context is minikube; required: prod-*',
    )
  })

  test('a script that is too large to be read is asked about when it speaks of deploying', async () => {
    const padding = `# ${'x'.repeat(100)}\n`.repeat(800)
    world.put('big/go', `#!/bin/sh\n${padding}kubectl --context prod apply -f k8s\n`, 0o755)
    world.put('big/other.sh', `${padding}echo\n`, 0o755)
    world.put('big/program', `\0${padding}kubectl --context prod apply -f k8s\n`, 0o755)
    const { verdict, reason } = await judged(world, 'big/go')
    expect([verdict.kind, reason]).toEqual([
      'ask',
      expect.stringContaining('too large to be read as a whole'),
    ])
    expect((await judged(world, 'big/other.sh; big/program')).verdict.kind).toBe('pass')
  })

  test('more scripts than are read are asked about', async () => {
    world.put('steps/a.sh', 'echo a\n', 0o755)
    world.put('steps/last.sh', 'kubectl --context prod apply -f k8s\n', 0o755)
    const many = Array.from({ length: 80 }, (_, index) => `steps/a.sh ${index}`)
    expect((await judged(world, 'steps/last.sh')).verdict.kind).toBe('ask')
    expect((await judged(world, [...many, 'steps/last.sh'].join('; '))).verdict.kind).toBe('ask')
    expect((await judged(world, many.join('; '))).verdict.kind).toBe('pass')
    const files = Array.from({ length: 190 }, (_, index) => `steps/n${index}.sh`)
    for (const file of files) world.put(file, 'echo\n', 0o755)
    const { verdict, reason } = await judged(world, files.join('; '))
    expect([verdict.kind, reason]).toEqual([
      'ask',
      expect.stringContaining('more script files than are read'),
    ])
  })

  test('a script that is called as a program is', async () => {
    world.put('ops/go', '#!/bin/sh\nkubectl --context prod apply -f k8s\n', 0o755)
    expect((await judged(world, './ops/go')).verdict.kind).toBe('ask')
  })

  test('a variable that a shell in a Makefile fills is known as far as that is', async () => {
    world.put(
      'image/Makefile',
      'TAG := $(shell git rev-parse --short HEAD)\npush:\n\tdocker push acme/web:$(TAG)\n',
    )
    expect((await judged(world, 'make -C image push')).verdict.kind).toBe('pass')
  })

  test('the reason names the way to the command', async () => {
    const { reason } = await judged(world, 'npm run release')
    expect(reason).toMatch(/`npm run release` runs `npm publish`/)
  })
})

describe('files that take in others', () => {
  let other: World
  beforeAll(() => {
    other = makeWorld({
      git: true,
      files: {
        Makefile: 'all:\n\techo\ninclude mk/*.mk common.mk\n-include $(LOCAL).mk\n',
        'first/Makefile': 'include ../common.mk\nall:\n\techo\n',
        'common.mk': 'include common.mk\nship:\n\tkubectl --context prod apply -f x\n',
        'mk/a.mk': 'CTX = prod\n',
        'mk/b.mk':
          'roll:\n\tkubectl --context $(CTX) apply -f x\nlocal:\n\tkubectl --context kind-x apply -f x\n',
        justfile: "import 'just/ship.just'\nmod shop\nmod ops 'just/ops.just'\nbuild:\n  echo\n",
        'just/ship.just':
          "import? 'more.just'\nimport 'ship.just'\nship:\n  kubectl --context prod apply -f x\n",
        'just/more.just': 'roll:\n  terraform -chdir=live apply\n',
        'just/ops.just':
          'up:\n  kubectl --context kind-x apply -f x\nlive:\n  kubectl --context prod apply -f x\n',
        'shop/mod.just': 'deploy to:\n  kubectl --context {{to}} apply -f x\n',
        'Taskfile.yml':
          "version: '3'\nincludes:\n  ops: ./ops\n  infra:\n    taskfile: ./infra/Taskfile.yml\n    dir: ./infra\ntasks:\n  build:\n    cmds:\n      - echo\n",
        'ops/Taskfile.yml':
          "version: '3'\ntasks:\n  go:\n    cmds:\n      - kubectl --context prod apply -f x\n  local:\n    cmds:\n      - kubectl --context kind-x apply -f x\n",
        'infra/Taskfile.yml': "version: '3'\ntasks:\n  go:\n    cmds:\n      - terraform apply\n",
      },
    })
    other.git('switch', '-q', '-c', 'feature/x')
    kubeContext(other, 'minikube')
  })
  test.each([
    ['deny', 'make ship'],
    ['deny', 'make roll'],
    ['deny', 'cd mk && make -C .. ship'],
    // The first rule counts, wherever it stands.
    ['deny', 'make -C first'],
    ['pass', 'make local'],
    ['pass', 'make'],
    ['pass', 'make all'],
    ['deny', 'just ship'],
    ['deny', 'just roll'],
    ['deny', 'just ops::live'],
    ['deny', 'just ops live'],
    ['deny', 'just shop deploy prod'],
    ['deny', 'just shop::deploy prod'],
    ['pass', 'just ops up'],
    ['pass', 'just shop deploy kind-x'],
    ['pass', 'just build'],
    ['pass', 'just'],
    ['deny', 'task ops:go'],
    ['deny', 'task infra:go'],
    ['pass', 'task ops:local'],
    ['pass', 'task build'],
    ['pass', 'task ops:nothing'],
  ] as const)('%s: %s', async (verdict, command) => {
    const { verdict: found, reason } = await judged(other, command)
    expect(found.kind, reason).toBe(verdict)
  })

  test('the folder of an included Taskfile is where it runs', async () => {
    expect((await judged(other, 'task infra:go')).reason).toContain('`task infra:go` runs `terraform apply`')
  })
})

describe('readers', () => {
  test('a Makefile', () => {
    const makefile = readMakefile(MAKEFILE)
    const given = (values: Record<string, string>) => (name: string) => values[name]
    expect(makefile.first).toBe('all')
    expect(recipeOf(makefile, 'deploy', given({ ENV: 'prod' }))).toBe(
      'echo build\n./scripts/push.sh prod\nkubectl --context prod-eu apply -f k8s',
    )
    expect(recipeOf(makefile, 'deploy-live', given({}))).toBe('kubectl --context live apply -f k8s')
    expect(recipeOf(makefile, 'price', given({}))).toBe('echo $HOME')
    expect(recipeOf(makefile, 'absent', given({}))).toBeUndefined()
    const unknown = recipeOf(readMakefile('x:\n\techo $(shell date) $(A)\n'), 'x', given({}))
    expect(unknown).toMatch(/^echo \$\(date\) \$\{\w+\}$/)
  })

  test('rules that need each other end', () => {
    expect(recipeOf(readMakefile('a: b\n\techo a\nb: a\n\techo b\n'), 'a', () => undefined)).toBe(
      'echo b\necho a',
    )
  })

  test('a variable that names itself ends', () => {
    expect(recipeOf(readMakefile('A = $(A) x\nt:\n\techo $(A)\n'), 't', () => undefined)).toContain('x')
  })

  test('a justfile', () => {
    const justfile = readJustfile(JUSTFILE)
    const argument = (value: string) => ({ value, source: value, open: false })
    expect(justfile.first).toBe('build')
    expect(justText(justfile, 'd', [])).toBe('echo hi\n\nskaffold deploy\n')
    expect(justText(justfile, 'deploy', [argument('a b')])).toContain("--kube-context 'a b'-eu")
    expect(justText(justfile, 'absent', [])).toBeUndefined()
  })

  test('a recipe that another one needs, with arguments', () => {
    const text = 'all: build (ship "staging") (ship zone)\nbuild:\n  make\nship to:\n  go {{to}}\n'
    expect(justText(readJustfile(text), 'all', [])).toBe('make\ngo staging\n\ngo "${unknown_to_hookbox}"\n')
  })

  test('a Taskfile', () => {
    const given = (name: string) => (name === 'TAG' ? 'v1' : undefined)
    expect(taskfileText(TASKFILE, 'ship', given)).toBe('docker push acme/web:v1')
    expect(taskfileText(TASKFILE, 'infra:prod', given)).toBe('terraform apply')
    expect(taskfileText(TASKFILE, 'absent', given)).toBeUndefined()
  })
})
