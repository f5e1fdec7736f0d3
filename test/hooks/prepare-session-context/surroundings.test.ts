import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fits } from '../../../hooks/prepare-session-context/toolchain/compare.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { linesOf } from './setting.ts'

describe('deployment', () => {
  test('nothing set, nothing said', async () => {
    expect(await linesOf(makeWorld(), 'deployment')).toEqual([])
  })

  test('Kubernetes: the first file that names a context', async () => {
    const world = makeWorld({
      homeFiles: {
        '.kube/config': 'apiVersion: v1\ncurrent-context: "prod-eu"\n',
        one: 'apiVersion: v1\n',
        two: 'current-context: dev # mine\n',
      },
    })
    expect(await linesOf(world, 'deployment')).toEqual(['Kubernetes context: prod-eu (~/.kube/config)'])
    const KUBECONFIG = [path.join(world.home, 'one'), path.join(world.home, 'two')].join(':')
    expect(await linesOf(world, 'deployment', { env: { KUBECONFIG } })).toEqual([
      'Kubernetes context: dev (~/two)',
    ])
  })

  test('Terraform', async () => {
    const world = makeWorld({ files: { '.terraform/x': '' } })
    expect(await linesOf(world, 'deployment')).toEqual(['Terraform workspace: default (.terraform)'])
    world.put('.terraform/environment', 'staging')
    expect(await linesOf(world, 'deployment')).toEqual(['Terraform workspace: staging (.terraform)'])
    expect(await linesOf(world, 'deployment', { env: { TF_WORKSPACE: 'prod' } })).toEqual([
      'Terraform workspace: prod (TF_WORKSPACE)',
    ])
  })

  test('clouds and variables', async () => {
    const world = makeWorld({
      homeFiles: {
        '.config/gcloud/active_config': 'work\n',
        '.config/gcloud/configurations/config_work':
          '[core]\naccount = mia@example.com\nproject = acme-prod\n',
        '.azure/azureProfile.json': `\ufeff${JSON.stringify({ subscriptions: [{ name: 'a' }, { name: 'Acme Prod', isDefault: true }] })}`,
      },
    })
    const env = { AWS_PROFILE: 'acme', AWS_REGION: 'eu-west-1', NODE_ENV: 'test', APP_ENV: 'a b' }
    expect(await linesOf(world, 'deployment', { env })).toEqual([
      'AWS profile: acme (AWS_PROFILE)',
      'AWS region: eu-west-1 (AWS_REGION)',
      'Google Cloud project: acme-prod (gcloud configuration work)',
      'Azure subscription: "Acme Prod" (azureProfile.json)',
      'Environment: NODE_ENV=test, APP_ENV="a b"',
    ])
  })

  test('.env files: names, never values, nor what stands in a value of several lines', async () => {
    const secret = 'hunter2'
    const world = makeWorld({
      files: {
        '.env': `# x\nDB_URL=postgres://u:${secret}@h\nexport TOKEN=${secret}\nKEY="-----BEGIN KEY-----\nTUlJRXZn=\nabcdef=\n-----END KEY-----"\nLAST='${secret}'\nnot a line\n`,
        '.env.production': '',
        '.envrc': `TOKEN=${secret}`,
      },
    })
    const lines = await linesOf(world, 'deployment')
    expect(lines).toEqual([
      '.env sets (values not shown): DB_URL, TOKEN, KEY, LAST',
      '.env.production sets (values not shown): nothing',
    ])
    expect(lines.join('\n')).not.toMatch(/hunter2|TUlJ|abcdef/)
  })
})

describe('toolchain', () => {
  /** Programs that say a version; PATH holds nothing else. */
  function withPrograms(world: World, programs: Readonly<Record<string, string>>): { PATH: string } {
    const bin = path.join(world.root, 'bin')
    fs.mkdirSync(bin, { recursive: true })
    for (const [name, said] of Object.entries(programs)) {
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\npwd > ${world.tmp}/where\necho '${said}'\n`, {
        mode: 0o755,
      })
    }
    return { PATH: bin }
  }
  const lines = async (world: World, env: Readonly<Record<string, string>>) =>
    (await linesOf(world, 'toolchain', { env })).map((line) => line.replace('Toolchain, ', ''))

  test('what is asked for beside what is there', async () => {
    const world = makeWorld({
      files: {
        '.nvmrc': '# comment\nv22\n',
        'package.json': '{"engines":{"node":">=18","pnpm":"^9"},"packageManager":"yarn@4.1.0"}',
        'pyproject.toml': '[project]\nrequires-python = ">=3.10,<3.13"\n',
        'go.mod': 'module x\n\ngo 1.22\n',
        '.tool-versions': 'ruby 3.3.0\nunknown 1\n',
      },
    })
    const env = withPrograms(world, {
      node: 'v20.20.2',
      python3: 'Python 3.11.7',
      go: 'go version go1.23.1 linux/amd64',
      ruby: 'ruby 3.3.0 (2023-12-25 revision 5124f9ac75) [x86_64-linux]',
    })
    expect(await lines(world, env)).toEqual([
      'node: the project asks for v22 (.nvmrc), installed is 20.20.2, which does not fit',
      'ruby: the project asks for 3.3.0 (.tool-versions), installed is 3.3.0, which fits',
      'yarn: the project asks for 4.1.0 (package.json, packageManager), which is not installed',
      'pnpm: the project asks for ^9 (package.json, engines), which is not installed',
      'python: the project asks for ">=3.10,<3.13" (pyproject.toml), installed is 3.11.7, which fits',
      'go: the project asks for ">=1.22" (go.mod), installed is 1.23.1, which fits',
    ])
  })

  test('a program is started outside of the project, whose files could lead it elsewhere', async () => {
    const world = makeWorld({ files: { '.nvmrc': '20' } })
    await lines(world, withPrograms(world, { node: 'v20.0.0' }))
    expect(fs.readFileSync(path.join(world.tmp, 'where'), 'utf8').trim()).toBe(world.home)
  })

  test("a project's own program is not started", async () => {
    const world = makeWorld({ files: { '.nvmrc': '20' } })
    world.put('node_modules/.bin/node', '#!/bin/sh\ntouch ran\n', 0o755)
    expect(await lines(world, { PATH: 'node_modules/.bin' })).toEqual([
      'node: the project asks for 20 (.nvmrc), which is not installed',
    ])
    expect(world.exists('ran')).toBe(false)
  })

  test('a shim is not started; what it can choose from is listed', async () => {
    const world = makeWorld({ files: { '.python-version': '3.11\n' } })
    const root = path.join(world.root, '.pyenv')
    for (const version of ['3.10.1', '3.11.7'])
      fs.mkdirSync(path.join(root, 'versions', version), { recursive: true })
    fs.mkdirSync(path.join(root, 'shims'))
    fs.writeFileSync(path.join(root, 'shims/python3'), `#!/bin/sh\ntouch ${world.tmp}/ran\n`, { mode: 0o755 })
    expect(await lines(world, { PATH: path.join(root, 'shims') })).toEqual([
      `python: the project asks for 3.11 (.python-version), behind ${root}/shims/python3 are 3.10.1, 3.11.7, which fits`,
    ])
    expect(fs.existsSync(path.join(world.tmp, 'ran'))).toBe(false)
  })

  test('npm by its package, Rust and Java by their folders', async () => {
    const world = makeWorld({
      files: {
        'package.json': '{"engines":{"npm":">=10"}}',
        'rust-toolchain.toml': '[toolchain]\nchannel = "1.80"\n',
        '.java-version': '17',
      },
      homeFiles: {
        '.rustup/toolchains/1.80.1-x86_64-unknown-linux-gnu/x': '',
        'jdk/release': 'IMPLEMENTOR="x"\nJAVA_VERSION="21.0.1"\n',
        'npm/package.json': '{\n  "version": "10.2.4",\n  "name": "npm"\n}\n',
        'npm/bin/npm-cli.js': '',
      },
    })
    const bin = path.join(world.root, 'bin')
    fs.mkdirSync(bin)
    fs.chmodSync(path.join(world.home, 'npm/bin/npm-cli.js'), 0o755)
    fs.symlinkSync(path.join(world.home, 'npm/bin/npm-cli.js'), path.join(bin, 'npm'))
    expect(await lines(world, { PATH: bin, JAVA_HOME: path.join(world.home, 'jdk') })).toEqual([
      'java: the project asks for 17 (.java-version), installed is 21.0.1, which does not fit',
      'npm: the project asks for ">=10" (package.json, engines), installed is 10.2.4, which fits',
      'rust: the project asks for 1.80 (rust-toolchain.toml), installed is 1.80.1-x86_64-unknown-linux-gnu, which fits',
    ])
  })

  test.each([
    ['20', 'v20.20.2', true],
    ['20.1', '20.20.2', false],
    ['lts/iron', '20.20.2', undefined],
    ['>=18 <21', '20.20.2', true],
    ['^18.0.0 || >=20', '20.20.2', true],
    ['^18 || ^22', '20.20.2', false],
    ['>= 20.21', '20.20.2', false],
    ['20.x', '20.20.2', true],
    ['*', '1.0.0', true],
    ['~3.1.4', '3.1.9', true],
    ['~> 3.2', '3.4.1', true],
    ['~> 3.2.1', '3.4.1', false],
    ['18 - 20', '20.20.2', true],
    ['!=3.9.1,>=3.8', '3.9.1', false],
    ['stable', '1.80.0', undefined],
    ['stable || >=1', '1.80.0', true],
    ['^0.5.1', '0.6.0', false],
    ['20', 'none', undefined],
  ])('%s asked for, %s there', (pin, version, expected) => {
    expect(fits(pin, version)).toBe(expected)
  })
})
