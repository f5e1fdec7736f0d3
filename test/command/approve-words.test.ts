import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { ARGUMENT, DESCRIPTION, type Given, OPTIONS } from '../../src/command/approve/options.ts'
import { approveHelp, readApproveWords } from '../../src/command/approve/words.ts'

/** What commander says of the same words, with the options of `hookbox approve`. */
function commander(words: readonly string[]) {
  let said: { code: string | undefined; given: Given } | undefined
  let text = ''
  const program = new Command('hookbox').exitOverride()
  const command = program
    .command('approve')
    .description(DESCRIPTION)
    .argument(`[${ARGUMENT[0]}]`, ARGUMENT[1])
  for (const [flags, does, otherwise] of OPTIONS) command.option(flags, does, otherwise)
  const write = (more: string) => {
    text += more
  }
  command.exitOverride().configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: () => 80 })
  command.action((code: string | undefined, given: Given) => {
    said = { code, given: { ...given } }
  })
  try {
    program.parse(['approve', ...words], { from: 'user' })
  } catch (error) {
    if ((error as { code?: string }).code === 'commander.helpDisplayed') return { help: text }
    return { wrong: text.replace(/^error: |\n$/g, '') }
  }
  return said
}

function ours(words: readonly string[]) {
  const said = readApproveWords(words)
  return 'help' in said ? { help: approveHelp() } : said
}

const WORDS = [
  ['--help'],
  ['-h'],
  ['K7QW2M00', '--help'],
  ['--nope', '-h'],
  ['--reason', '-h'],
  ['--nope'],
  ['--nope', 'x', '-y'],
  ['-x'],
  ['-'],
  ['- ', ''],
  ['--lst'],
  ['--list=3'],
  ['--list', '--revoke'],
  ['--list', 'K7QW2M00'],
  ['--break-glas'],
  ['--break-glass=x'],
  ['--minutes'],
  ['--minutes='],
  ['--minutes=5'],
  ['--minutes', '5', 'K7QW2M00'],
  ['--minutes', '--list'],
  ['--minutes', '5', '--minutes', '6'],
  ['--reason', 'a=b\nc', 'K7QW2M00'],
  ['--reason=a=b', 'K7QW2M00'],
  ['--', '--list'],
  ['--', 'a', '--'],
  ['a', 'b'],
  ['a', 'b', 'c', '--list'],
  ['a', 'b', '--minutes'],
  ['deploy', '--env', 'production', '--ttl', '2h', '--commit', 'HEAD~1', '--break-glass', '--reason', 'x'],
  [],
  [''],
]

describe('the words of `hookbox approve` where there is no commander', () => {
  test.each(WORDS.map((words) => [words]))('%j', (words) => {
    expect(ours(words)).toEqual(commander(words))
  })
})
