import { describe, expect, test } from 'vitest'
import { FORMATS } from '../../src/redact/formats.ts'
import { redactor } from '../support/redactor.ts'
import { EXAMPLES } from './format-examples.ts'

test('every row has an example', () => {
  const rows = FORMATS.map((format) => `${format.id} ${format.hints[0]}`)
  expect(EXAMPLES.map((example) => example.row)).toEqual(rows)
})

test.each([
  ['docker login -u me -p hunter2 x', 'docker login -u me -p [REDACTED:login-password] x'],
  ['sshpass -v -p hunter2 ssh -p 22 x', 'sshpass -v -p [REDACTED:login-password] ssh -p 22 x'],
  ['redis-cli -h x -a hunter2', 'redis-cli -h x -a [REDACTED:login-password]'],
  ['machine x\n  login me\n  password hunter2', 'machine x\n  login me\n  password [REDACTED:netrc]'],
  ['mysqldump --user=a -p"two words" x', 'mysqldump --user=a -p"[REDACTED:mysql-password]" x'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqh\nkiG9w0BAQEFAASCB', '[REDACTED:private-key]'],
])('%s', (text, expected) => {
  expect(redactor().text(text)).toBe(expected)
})

describe.each(EXAMPLES.map((example) => [example.row, example] as const))('%s', (row, example) => {
  const [id = ''] = row.split(' ')
  const text = example.text.replace('@', () => example.secret)

  test('hides the secret and names itself', () => {
    const { text: redact } = redactor()
    expect(redact(text)).toBe(example.text.replace('@', `[REDACTED:${id}]`))
  })

  test('finds it behind an escaped line break and inside JSON', () => {
    const { text: redact } = redactor()
    const json = JSON.stringify(JSON.stringify({ out: `first\n${text}` }))
    const redacted = redact(json)
    expect(redacted).toContain(`[REDACTED:${id}]`)
    expect(JSON.parse(JSON.parse(redacted) as string)).toHaveProperty('out')
  })

  test('leaves a look-alike alone', () => {
    expect(redactor().text(example.healthy)).toBe(example.healthy)
  })

  test('every hint leads to the same pattern', () => {
    const format = FORMATS.find((one) => `${one.id} ${one.hints[0]}` === row)
    for (const hint of format?.hints ?? []) expect(hint.length).toBeGreaterThan(2)
    expect(() => new RegExp(format?.pattern ?? '(', 'y')).not.toThrow()
  })
})
