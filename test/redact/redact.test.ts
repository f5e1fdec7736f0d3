import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactor } from '../support/redactor.ts'
import { EXAMPLES } from './format-examples.ts'

const X = '[REDACTED:by-key]'

describe('a JSON value', () => {
  test.each([
    [
      { password: 'x', user: 'me' },
      { password: X, user: 'me' },
    ],
    [
      { password: 123456, token: 12, max_tokens: 4096 },
      { password: X, token: 12, max_tokens: 4096 },
    ],
    [
      { headers: { Authorization: 'Bearer abc', Accept: '*/*' } },
      { headers: { Authorization: X, Accept: '*/*' } },
    ],
    [{ secrets: { a: 'x', b: ['y'], c: true, d: null } }, { secrets: { a: X, b: [X], c: true, d: null } }],
    [{ env: [{ name: 'API_KEY', value: 'x123' }] }, { env: [{ name: 'API_KEY', value: X }] }],
    [{ env: [{ key: 'MODE', value: 'x123' }] }, { env: [{ key: 'MODE', value: 'x123' }] }],
    [{ args: ['--password', 'x', '--user', 'me'] }, { args: ['--password', X, '--user', 'me'] }],
    [
      { password: '$DB_PASSWORD', api_key: '', token: null },
      { password: '$DB_PASSWORD', api_key: '', token: null },
    ],
    [{ user_email: 'me@example.invalid' }, { user_email: X }],
    [
      ['x', 1, null, true],
      ['x', 1, null, true],
    ],
    ['PASSWORD=x', `PASSWORD=${X}`],
  ])('%j', (value, expected) => {
    expect(redactor().value(value)).toEqual(expected)
  })

  test('a key named __proto__ stays a key', () => {
    const value: unknown = JSON.parse('{"__proto__": {"password": "x"}, "constructor": 1}')
    expect(JSON.stringify(redactor().value(value))).toBe(`{"__proto__":{"password":"${X}"},"constructor":1}`)
  })

  test('nesting without end is left out', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`) as unknown
    expect(JSON.stringify(redactor().value(deep))).toContain('LEFT OUT')
  })

  test('counts what each rule found', () => {
    const one = redactor({ MY_TOKEN: 'abcdefgh12345' })
    one.value({ password: 'x', out: 'PASSWORD=y and abcdefgh12345; curl -u a:bc' })
    expect([...one.found]).toEqual([
      ['by-key', 2],
      ['env-value', 1],
      ['curl-user', 1],
    ])
  })
})

describe('values of secret-named environment variables', () => {
  const secret = 'p@ss/w0rd "ü"?'
  const { text } = redactor({ DEPLOY_PASSWORD: secret, HOME: '/home/dev', MODE: 'production' })
  const E = '[REDACTED:env-value]'

  test.each([
    ['raw', `echo ${secret}.`, `echo ${E}.`],
    ['in JSON', JSON.stringify({ a: secret }), `{"a":"${E}"}`],
    ['in a URL', `x?p=${encodeURIComponent(secret)}&y`, `x?p=${E}&y`],
    ['in a form', `p=${encodeURIComponent(secret).replaceAll('%20', '+')}&y`, `p=${E}&y`],
    ['in base64', `x ${Buffer.from(secret).toString('base64')} y`, `x ${E} y`],
  ])('%s', (_where, given, expected) => {
    expect(text(given)).toBe(expected)
  })

  test.each(['', 'a', 'ab', 'abc', 'user:'])('in base64 behind %j and before more', (before) => {
    const encoded = Buffer.from(`${before}${secret}${before} and more`).toString('base64')
    const redacted = text(encoded)
    expect(redacted).toContain(E)
    expect(Buffer.from(redacted.replace(E, ''), 'base64').toString()).not.toContain('w0rd')
  })

  test('the password in a URL that a variable holds', () => {
    const one = redactor({ DATABASE_URL: 'postgres://app:longpassword@db/app' })
    expect(one.text('psql with longpassword')).toBe(`psql with ${E}`)
  })

  test.each([
    ['a short value', { MY_TOKEN: 'abc1234' }, 'abc1234'],
    ['a path', { MY_SECRET: '/run/secrets/x' }, 'cat /run/secrets/x'],
    ['an address', { COOKIE: 'https://example.invalid' }, 'see https://example.invalid'],
    ['a name that is none', { MY_MODE: 'production-x' }, 'production-x'],
    ['the working directory', { PWD: '/home/dev/project' }, 'cd /home/dev/project'],
  ])('%s is no secret', (_what, env, given) => {
    expect(redactor(env).text(given)).toBe(given)
  })
})

describe("the user's own rules", () => {
  test('keys, in trees and in text, whatever their case and separators', () => {
    const one = redactor({}, { keys: ['employee-number'] })
    expect(one.value({ employeeNumber: 'x', EMPLOYEE_NUMBER: 7, number: 1 })).toEqual({
      employeeNumber: X,
      EMPLOYEE_NUMBER: X,
      number: 1,
    })
    expect(one.text('employee_number=x employeeNumber: "y"')).toBe(
      `employee_number=${X} employeeNumber: "${X}"`,
    )
  })

  test('patterns', () => {
    const one = redactor({}, { patterns: ['\\bACME-[0-9]{6}\\b', '(?i)project falcon'] })
    expect(one.text('ACME-123456 of Project Falcon, ACME-1')).toBe(
      '[REDACTED:custom] of [REDACTED:custom], ACME-1',
    )
  })

  test('a pattern that takes too long hides what it did not see', () => {
    const one = redactor({}, { patterns: ['a+a+b'] })
    const started = performance.now()
    const redacted = one.text('a'.repeat(400_000))
    expect(performance.now() - started).toBeLessThan(8000)
    expect(redacted).toMatch(/\[REDACTED:not-checked\]$/)
  })
})

/** Pieces from which texts full of near misses are made. */
const piece = fc.oneof(
  fc.constantFrom(
    ...EXAMPLES.flatMap(({ secret, text, healthy }) => [secret, text.replace('@', () => secret), healthy]),
    ...'password=|"token": "|\\"|\\\\"|\\n|secret|api_key|Authorization: Bearer |://a:|@|--password |[REDACTED:by-key]|[REDACTED:|]|{|}|,|;|"|\'| |\n|=|:|$|<password>|sk-|eyJ|abcdefgh12345|YWJjZGVmZ2gxMjM0NQ'.split(
      '|',
    ),
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const anyText = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''))
const env = { MY_TOKEN: 'abcdefgh12345', OTHER_SECRET: 'x"y\\z=password' }

describe('properties', () => {
  test('redacting twice changes nothing more', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = redactor(env).text(text)
        expect(redactor(env).text(once)).toBe(once)
      }),
      { numRuns: 3000 },
    )
  })

  test('a known secret never gets through, wherever it stands', () => {
    const known = EXAMPLES.filter(({ secret }) => secret.length > 30)
    fc.assert(
      fc.property(anyText, fc.constantFrom(...known), anyText, (before, { text, secret }, after) => {
        fc.pre(!before.includes(secret) && !after.includes(secret))
        const redacted = redactor(env).text(`${before}\n${text.replace('@', () => secret)}\n${after}`)
        expect(redacted).not.toContain(secret)
      }),
      { numRuns: 1000 },
    )
  })

  test('JSON in a text, escaped however often, stays JSON and loses its secrets', () => {
    const secretText = fc.string({ unit: 'binary', minLength: 8, maxLength: 20 })
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 3 }),
        secretText,
        fc.nat(),
        fc.nat(3),
        (plain, secret, number, depth) => {
          const tree = {
            plain,
            password: secret,
            list: [{ clientSecret: secret }, { passwd: number }],
            end: 1,
          }
          let text = JSON.stringify(tree)
          for (let level = 0; level < depth; level++) text = JSON.stringify({ level, text })
          let redacted = redactor(env).text(text)
          for (let level = 0; level < depth; level++) {
            redacted = (JSON.parse(redacted) as { text: string }).text
          }
          const hidden = JSON.parse(redacted) as Record<string, unknown>
          expect(hidden['password']).toBe(X)
          expect(hidden['list']).toEqual([{ clientSecret: X }, { passwd: X }])
          expect(hidden['end']).toBe(1)
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('a record is JSON, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), anyText, (value, text) => {
        const redacted = JSON.stringify(redactor(env).value({ value, text, [text]: text }))
        expect(() => JSON.parse(redacted) as unknown).not.toThrow()
      }),
    )
  })

  test('the name of a marker hides nothing behind it', () => {
    const text = `whsec_${'Ab3De6Gh9Jk2Mn5Pq8St1Vw4Xy7Zc0Ef'}: plain`
    const hidden = '[REDACTED:webhook-secret]: plain'
    expect(redactor(env).text(text)).toBe(hidden)
    expect(redactor(env).text(hidden)).toBe(hidden)
  })

  test('a text in a tree is redacted as it is alone', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(redactor(env).value([text])).toEqual([redactor(env).text(text)])
      }),
      { numRuns: 1000 },
    )
  })

  test('an innocent tree is left as it is', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma delta', 'src/index.ts', '42', 'const x = y + 1')
    fc.assert(
      fc.property(fc.dictionary(word, fc.oneof(word, fc.array(word), fc.integer())), (tree) => {
        expect(redactor(env).value(tree)).toEqual(tree)
      }),
    )
  })
})

/** Texts of 3 MB that make a naive search start over and over. */
const hard = [
  'const value = compute(index, "text") // an ordinary line of a program\n',
  'key ',
  'token="{',
  "password='$(",
  'cookie: $a ',
  'cookie: [',
  'token=$(',
  'token=\\"$(',
  'token: "string,',
  'password: string ',
  'eyJ',
  'eyJhbGciOiJ.',
  'sk-',
  '://a:',
  '-----BEGIN PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY----- a ',
  'mysql ',
  'Bearer a',
  'Basic a',
  'xox',
  '\\\\\\\\"',
  'x',
  'passpasspass',
  'A',
  'ü password=',
]

test.each(hard)('3 MB of %j take no time that grows with its square', (part) => {
  const text = part.repeat(Math.ceil(3_000_000 / part.length))
  const one = redactor(env)
  one.text('warm up')
  const started = performance.now()
  one.text(text)
  const ms = performance.now() - started
  // A quiet machine needs 0.05 to 0.8 s, a busy one more; a square of that is minutes.
  expect(ms).toBeLessThan(15_000)
})
