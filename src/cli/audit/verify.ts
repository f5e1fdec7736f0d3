import chalk from 'chalk'
import { readCheckpoint } from '../../chain/checkpoint.ts'
import { keyedHasher } from '../../chain/key.ts'
import { type Hasher, PLAIN } from '../../chain/link.ts'
import { nodeHost } from '../../host/node.ts'
import { logFiles } from '../../store/rotate.ts'
import { ChainCheck, type ChainReport, type Expected, isJson } from './chain-check.ts'
import { linesOf, openAll } from './lines.ts'
import { AuditUsageError, findLog, type LogSource, namesOf, type SourceOptions } from './source.ts'

interface VerifyOptions extends SourceOptions {
  readonly expect?: string
  readonly keyFile?: string
  readonly json?: boolean
}

/** `hookbox audit verify`. Exit codes: 0 nothing was changed, 1 something was, 64 usage. */
export async function verify(given: VerifyOptions): Promise<number> {
  const source = await findLog(given)
  const expected = readExpected(given.expect)
  const keyFile = given.keyFile ?? source.options.chainKeyFile
  const hashers = keyFile === '' ? [PLAIN] : [PLAIN, keyedHasher(nodeHost, homeless(keyFile))]
  const report = await check(source, hashers, expected)
  process.stdout.write(
    given.json ? `${JSON.stringify(report, null, 2)}\n` : shown(source.path, report, keyFile),
  )
  return report.valid ? 0 : 1
}

function homeless(file: string): string {
  return file.replace(/^~(?=[/\\])/, nodeHost.home() ?? '~')
}

function readExpected(text: string | undefined): Expected | undefined {
  if (text === undefined) return undefined
  const match = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text)
  if (!match) throw new AuditUsageError('--expect is a line that verify printed before: NUMBER:HASH')
  return { seq: Number(match[1]), hash: match[2] ?? '' }
}

/** The checkpoint is read first: what comes later can only be more. */
async function check(
  source: LogSource,
  hashers: readonly Hasher[],
  expected: Expected | undefined,
): Promise<ChainReport> {
  const checkpoint = readCheckpoint(nodeHost, source.path)
  const noted = [checkpoint, expected].filter((one) => one !== undefined)
  const chain = new ChainCheck(hashers, noted)
  // With a checkpoint, a log of which nothing is left is not an unknown one.
  const names = () => (checkpoint === undefined ? namesOf(source) : logFiles(nodeHost, source.path))
  for (const file of openAll(names)) {
    try {
      for await (const { first, lines, isTorn } of linesOf(file, 'latin1')) {
        // Its last line may be one that is being written; one that is whole counts as a record.
        if (isTorn && file.name === source.path && !lines.some(isJson)) continue
        lines.forEach((line, index) => {
          chain.line(line, file.name, first + index)
        })
      }
    } catch (error) {
      chain.unreadable(file.name, (error as Error).message)
    }
  }
  return chain.end(checkpoint, expected)
}

function shown(path: string, report: ChainReport, keyFile: string): string {
  const { valid, records, first, last, problems, problemCount, notes } = report
  const rows: string[] = []
  for (const { file, line, message } of problems) {
    const place = file === undefined ? '' : `${file}:${line}: `
    rows.push(`${chalk.red('problem')}  ${place}${message}`)
  }
  if (problemCount > problems.length) rows.push(`and ${problemCount - problems.length} more`)
  for (const note of notes) rows.push(`${chalk.yellow('note')}     ${note}`)
  const range = first === undefined || last === undefined ? '' : `, ${first} to ${last.seq}`
  rows.push(
    valid
      ? `${chalk.green('valid')}    ${records} records${range} in ${path}`
      : `${chalk.red('not valid')}  ${records} records${range} in ${path}`,
  )
  if (last !== undefined) rows.push('', ...limits(keyFile), '', `  ${last.seq}:${last.hash}`)
  return `${rows.join('\n')}\n`
}

function limits(keyFile: string): readonly string[] {
  return [
    keyFile === ''
      ? 'Whoever can write this folder could have written the whole chain anew, checkpoint and all.'
      : 'Whoever can read the key could have written the whole chain anew.',
    'The chain says nothing of records that were never written. Note the line below somewhere',
    'else; verify --expect LINE proves later that nothing up to it was changed:',
  ]
}
