import * as fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readArguments } from '../../../hooks/check-deploy-env/call.ts'
import { frozen, holds } from '../../../hooks/check-deploy-env/conditions/freeze.ts'
import { readStatus } from '../../../hooks/check-deploy-env/conditions/repository.ts'
import { readZone } from '../../../hooks/check-deploy-env/conditions/zone.ts'
import { standingOf, wordsOf } from '../../../hooks/check-deploy-env/names.ts'
import { DEFAULTS, PRODUCTION, protectedEnvironments } from '../../../hooks/check-deploy-env/options.ts'
import { RUNNERS } from '../../../hooks/check-deploy-env/runners/table.ts'
import { deployName } from '../../../hooks/check-deploy-env/task-name.ts'
import { knownPrograms } from '../../../hooks/check-deploy-env/tools/index.ts'
import { matchesWildcard } from '../../../hooks/check-deploy-env/wildcard.ts'
import { maySpeakOfDeploying, speaksOfDeploying } from '../../../hooks/check-deploy-env/words.ts'
import { nodeHost } from '../../../src/host/node.ts'

describe('names of environments', () => {
  const environments = new Map([['production', PRODUCTION]])
  const standing = (name: string) => standingOf(name, environments, []).kind

  test.each([
    'prod',
    'PROD',
    'production',
    'Production',
    'prod-eu-1',
    'eu-prod',
    'prod2',
    'produs',
    'my_app_production',
    'eksProd',
    'eksprod',
    'live',
    'infra/live',
    'prd',
    'gke_acme_europe-west1_prod-cluster',
    'env=production',
    'staging-to-prod',
    'arn:aws:eks:eu-west-1:123456789012:cluster/prod',
    'production:web',
    'prod.tfvars',
    'deployProd',
  ])('protected: %s', (name) => expect(standing(name)).toBe('protected'))

  test.each([
    'staging',
    'stg2',
    'dev',
    'dev-eu',
    'feature-dev',
    'minikube',
    'kind-x',
    'docker-desktop',
    'k3d-a',
    'preprod',
    'pre-prod',
    'nonprod',
    'non-production',
    'acme-nonprod-eu',
    'pr-12',
    '127.0.0.1:5000',
    'localhost',
    'envs/staging',
    'qa1',
    'testing',
  ])('open: %s', (name) => expect(standing(name)).toBe('open'))

  test.each([
    'acme',
    'product',
    'producer-eu',
    'reproduce',
    'alive',
    'delivery',
    'main',
    'default',
    'latest',
    'devops',
    'contest',
    'mankind',
    '',
    '-',
    'eu-west-1',
  ])('neither: %s', (name) => expect(standing(name)).toBe('unrecognised'))

  test('an environment that is called as a whole name says comes before production', () => {
    const own = protectedEnvironments({
      ...DEFAULTS,
      environments: { 'prod-eu': {}, canary: {}, us: { match: ['*prod-us*'] } },
    })
    const environment = (name: string) => {
      const found = standingOf(name, own, [])
      return found.kind === 'protected' ? found.environment : found.kind
    }
    expect(['prod-eu', 'Prod-EU', 'canary', 'shop-canary', 'gke_acme_prod-us_1'].map(environment)).toEqual([
      'prod-eu',
      'prod-eu',
      'canary',
      'canary',
      'us',
    ])
    expect(['prod', 'prod-asia', 'canary-prod', 'prod-eu-2'].map(environment)).toEqual(
      Array.from({ length: 4 }, () => 'production'),
    )
  })

  test('words', () => expect(wordsOf('my_App.prodEU-2')).toEqual(['my', 'app', 'prod', 'eu', '2']))

  test('an environment that is configured keeps what it leaves out', () => {
    const all = protectedEnvironments({ ...DEFAULTS, environments: { live: { branches: ['x'] } } })
    expect(all.get('live')).toEqual({ ...PRODUCTION, match: ['live'], branches: ['x'] })
    expect(all.get('production')).toEqual(PRODUCTION)
  })
})

describe('names of scripts and tasks', () => {
  test.each([
    'deploy',
    'deploy.sh',
    'deploy:prod',
    'deploy-web',
    'redeploy',
    'doDeploy',
    'rollback.py',
    'k8s-rollout',
  ])('deploys: %s', (name) => expect(deployName(name)).toBe('deploys'))
  test.each(['release', 'publish:npm', 'promote', 'migrate.sh'])('may: %s', (name) =>
    expect(deployName(name)).toBe('may'),
  )
  test.each([
    'deploy-check.sh',
    'test-deploy',
    'predeploy',
    'deploy:status',
    'build',
    'deploy.test.js',
    'check-deploy-env',
    'employ',
  ])('no: %s', (name) => expect(deployName(name)).toBe('no'))
})

describe('the first look', () => {
  test('lets no program of the tables through', () => {
    const runners = RUNNERS.flatMap(({ programs }) => programs.split(' ')).filter(
      (name) => !/^(?:node|bin\/rails)$/.test(name),
    )
    const missed = [...knownPrograms(), ...runners].filter(
      (program) =>
        !maySpeakOfDeploying(`${program} x`, DEFAULTS) && !maySpeakOfDeploying(`${program} push`, DEFAULTS),
    )
    expect(missed).toEqual([])
  })

  test('their own deploys need it where the text has their program', () => {
    const options = { ...DEFAULTS, deploys: [{ program: 'ship-*' }, { tool: 'mcp__ci__*' }] }
    for (const command of ['ship-web', 'cd x && ship-web now', 'echo "$X" | ship-web', 'sudo ship-web']) {
      expect(maySpeakOfDeploying(command, options), command).toBe(true)
    }
    for (const command of ['ls', 'echo "$X" | grep ship', 'git commit -m ship-web']) {
      expect(maySpeakOfDeploying(command, options), command).toBe(false)
    }
  })

  test.each([
    'ls -la',
    'git status',
    'git commit -m "x"',
    'npm test',
    'npm ci',
    'cargo build --release',
    'echo "$HOME"',
    'cat deploy.sh',
    'rg "foo bar" src',
    'sed -n 1,5p a/b.ts',
  ])('needs no parser: %s', (command) => expect(maySpeakOfDeploying(command, DEFAULTS)).toBe(false))

  test.each([
    './ship',
    'A=b ./ship',
    'env $a$b',
    'nice -n 5 $a$b',
    '$x',
    '"$x"',
    'a=1; $b c',
    'k=kube; $' + '{k}ctl',
    '{kubectl,delete}',
    '/usr/bin/kubec?l',
    "$'\\x6bubectl'",
    'ku"b"ectl delete',
    'ku\\bectl delete',
    'x && (./y)',
    'if a; then ./b; fi',
    'eval "$x"',
    'timeout 5 ./ship',
  ])('needs the parser: %s', (command) => expect(maySpeakOfDeploying(command, DEFAULTS)).toBe(true))

  test.each([
    ['kubectl -n x delete ns prod', 'kubectl -n x delete'],
    ['curl x/deploy.sh | sh', '/deploy.sh'],
    ['npm run deploy:prod', 'npm run deploy:prod'],
  ])('unreadable text speaks of deploying: %s', (text, said) => expect(speaksOfDeploying(text)).toBe(said))
  test.each([
    'git commit -m "deploy to production"',
    'kubectl completion bash',
    'minikube docker-env',
    'grep deploy x',
  ])('unreadable text does not: %s', (text) => expect(speaksOfDeploying(text)).toBeUndefined())
})

describe('wildcards', () => {
  test('as a regular expression says', () => {
    const letters = fc.constantFrom('a', 'b', '/', '.')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(letters, fc.constantFrom('*', '?')), { maxLength: 8 }),
        fc.array(letters, { maxLength: 10 }),
        (pattern, text) => {
          const source = pattern
            .map((one) => (one === '*' ? '.*' : one === '?' ? '.' : `\\${one}`.replace(/\\([ab])/, '$1')))
            .join('')
          expect(matchesWildcard(pattern.join(''), text.join(''))).toBe(
            new RegExp(`^${source}$`).test(text.join('')),
          )
        },
      ),
    )
  })
  test('stay quick on hostile patterns', () => {
    const started = performance.now()
    expect(matchesWildcard(`${'*a'.repeat(500)}b`, 'a'.repeat(5000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('arguments', () => {
  const word = (value: string) => ({ value, parts: [{ kind: 'text' as const, text: value }], source: value })
  const unknown = (start: string) => ({
    value: undefined,
    parts: [
      { kind: 'text' as const, text: start },
      { kind: 'unknown' as const, why: 'x', notEmpty: false, splits: false },
    ],
    source: `${start}$X`,
  })
  test('flags, values, operands and what follows --', () => {
    const { flags, operands, rest } = readArguments(
      [
        word('apply'),
        word('-f'),
        word('x.yaml'),
        word('--env=prod'),
        word('-nlive'),
        unknown('--to='),
        word('--'),
        word('--y'),
      ],
      new Set(['-f', '-n', '--env']),
    )
    expect(flags.map(({ name, value }) => [name, value?.value])).toEqual([
      ['-f', 'x.yaml'],
      ['--env', 'prod'],
      ['-n', 'live'],
      ['--to', undefined],
    ])
    expect(operands.map(({ value }) => value)).toEqual(['apply', '--y'])
    expect(rest.map(({ value }) => value)).toEqual(['--y'])
  })
  test('never throw, and lose no word', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 8 }), (values) => {
        const { flags, operands } = readArguments(values.map(word), new Set(['-a', '--b']))
        expect(flags.length + operands.length).toBeLessThanOrEqual(values.length)
      }),
    )
  })
})

describe('git status', () => {
  test('entries of every kind', () => {
    const output = [
      '# branch.oid 1111111111111111111111111111111111111111',
      '# branch.head main',
      '# branch.upstream origin/main',
      '# branch.ab +1 -2',
      '1 .M N... 100644 100644 100644 aaa aaa a b.txt',
      '2 R. N... 100644 100644 100644 aaa aaa R100 new name',
      'old name',
      'u UU N... 100644 100644 100644 100644 a b c both',
      '? new\nline',
      '',
    ].join('\0')
    expect(readStatus('/r', output)).toEqual({
      root: '/r',
      commit: '1111111111111111111111111111111111111111',
      branch: 'main',
      upstream: 'origin/main',
      ahead: 1,
      behind: 2,
      changes: ['a b.txt', 'new name', 'both', 'new\nline'],
    })
  })
})

describe('freezes', () => {
  const at = (text: string) => new Date(`${text}Z`)
  const weekly = { name: 'x', zone: 'UTC', days: ['fri'], from: '15:00', to: '24:00' }
  test.each([
    ['2026-11-27T14:59', false],
    ['2026-11-27T15:00', true],
    ['2026-11-27T23:59', true],
    ['2026-11-28T00:00', false],
  ])('weekly at %s: %s', (moment, held) => expect(holds(weekly, at(moment))).toBe(held))

  const night = { ...weekly, from: '22:00', to: '06:00', except: ['2026-12-04'] }
  test.each([
    ['2026-11-27T21:59', false],
    ['2026-11-27T22:00', true],
    ['2026-11-28T05:59', true],
    ['2026-11-28T06:00', false],
    ['2026-12-04T23:00', false],
    ['2026-12-05T05:00', false],
  ])('past midnight at %s: %s', (moment, held) => expect(holds(night, at(moment))).toBe(held))

  const dated = { name: 'x', zone: 'UTC', from: '2026-12-24', to: '2026-12-26', except: ['2026-12-25'] }
  test.each([
    ['2026-12-23T23:59', false],
    ['2026-12-24T00:00', true],
    ['2026-12-25T12:00', false],
    ['2026-12-26T23:59', true],
    ['2026-12-27T00:00', false],
  ])('dated at %s: %s', (moment, held) => expect(holds(dated, at(moment))).toBe(held))
})

describe.runIf(fs.existsSync('/usr/share/zoneinfo/Europe/Berlin'))('time zones', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Pacific/Apia',
    'Europe/Dublin',
    'Africa/Casablanca',
    'UTC',
  ]

  test('as the engine says, for the past and for the years to come', () => {
    for (const zone of zones) {
      const offset = readZone(nodeHost, zone)
      expect(offset, zone).toBeDefined()
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      })
      fc.assert(
        fc.property(
          fc.integer({ min: Date.UTC(1980, 0, 1) / 1000, max: Date.UTC(2037, 0, 1) / 1000 }),
          (seconds) => {
            const parts = Object.fromEntries(
              format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
            )
            const local = new Date((seconds + (offset?.(seconds) ?? 0)) * 1000).toISOString().slice(0, 16)
            expect(local, zone).toBe(
              `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`,
            )
          },
        ),
        { numRuns: 200 },
      )
    }
  })

  // Berlin: the clock goes from 02:00 to 03:00 on 2026-03-29, from 03:00 back to 02:00 on 2026-10-25.
  const friday = { name: 'friday', zone: 'Europe/Berlin', days: ['fri'], from: '15:00', to: '24:00' }
  const night = { name: 'night', zone: 'Europe/Berlin', days: ['sat'], from: '22:00', to: '02:30' }
  const dated = { name: 'dated', zone: 'Europe/Berlin', from: '2026-10-25', to: '2026-10-25T02:30' }
  const east = { ...friday, zone: 'Pacific/Auckland' }
  test.each([
    [friday, '2026-01-09T13:59', false],
    [friday, '2026-01-09T14:00', true],
    [friday, '2026-07-10T12:59', false],
    [friday, '2026-07-10T13:00', true],
    [friday, '2026-07-10T21:59', true],
    [friday, '2026-07-10T22:00', false],
    // 02:30 does not come on the night that is an hour shorter.
    [night, '2026-03-29T00:59', true],
    [night, '2026-03-29T01:00', false],
    // And comes twice on the one that is longer.
    [night, '2026-10-25T00:29', true],
    [night, '2026-10-25T00:30', false],
    [night, '2026-10-25T01:29', true],
    [night, '2026-10-25T01:30', false],
    [dated, '2026-10-24T21:59', false],
    [dated, '2026-10-24T22:00', true],
    [dated, '2026-10-25T01:29', true],
    [dated, '2026-10-25T01:30', false],
    // Friday begins on Thursday in Greenwich.
    [east, '2026-07-10T02:59', false],
    [east, '2026-07-10T03:00', true],
    [east, '2026-07-10T12:00', false],
  ])('the freeze %o at %s UTC: %s', (freeze, moment, held) => {
    const host = { ...nodeHost, now: () => Date.parse(`${moment}Z`) }
    expect(frozen(freeze, host) !== undefined).toBe(held)
  })

  test.each(['Europe/Atlantis', '../../etc/passwd', '', 'Europe/Berlin/../Paris'])('no zone: %j', (name) => {
    expect(readZone(nodeHost, name)).toBeUndefined()
  })
})

test('the looks at text stay quick on hostile text', () => {
  const pieces = [
    '\n',
    ' ',
    ';',
    'a=;',
    'a=b ',
    '`',
    '$',
    'deploy.',
    '-deploy',
    'kubectl ',
    'mutation ',
    '"',
    '\\',
    '{',
    './',
    'then ',
    'git ',
    'git -c ',
    ';git -c ',
    '; at',
    '(   ',
  ]
  for (const piece of pieces) {
    const text = piece.repeat(Math.floor(30_000 / piece.length))
    const started = performance.now()
    maySpeakOfDeploying(text, DEFAULTS)
    maySpeakOfDeploying(`x${text}`, DEFAULTS)
    speaksOfDeploying(text)
    expect(performance.now() - started, JSON.stringify(piece)).toBeLessThan(1000)
  }
})
