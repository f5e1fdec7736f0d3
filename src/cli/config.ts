import * as fs from 'node:fs'
import * as path from 'node:path'
import chalk from 'chalk'
import type { Command } from 'commander'
import type { Registry } from '../command/registry.ts'
import { findConfigFiles } from '../config/find.ts'
import type { LoadedOptions } from '../config/load.ts'
import { optionsFor } from '../config/options.ts'
import type { Event } from '../event.ts'
import type { Hook } from '../hook.ts'
import { nodeHost } from '../host/node.ts'
import { normalPath, projectRoot } from '../paths/project.ts'
import { misnamedConfigs } from './misnamed-config.ts'
import { packageRoot } from './setup/engine.ts'

/** `hookbox config show|check|schema`: the options that hold in this folder, and their mistakes. */
export function addConfig(program: Command, registry: Registry): void {
  const config = program.command('config').description('the options that hold in this folder')
  config
    .command('show')
    .description('the options of every hook, or of one, and who set them')
    .argument('[hook]', 'its name')
    .option('--json', 'for machines')
    .action(async (name: string | undefined, { json }: { json?: boolean }) => {
      if (name !== undefined && !Object.hasOwn(registry, name)) {
        process.stderr.write(`hookbox config show: no hook is called ${name}; hookbox hooks shows them\n`)
        process.exitCode = 64
        return
      }
      const names = name === undefined ? Object.keys(registry) : [name]
      await show(await hooksOf(registry, names), json === true)
    })
  config
    .command('check')
    .description('read every configuration file and name its mistakes; exit 1 when there is one')
    .action(async () => check(await hooksOf(registry, Object.keys(registry))))
  config
    .command('schema')
    .description('print the JSON schema of hookbox.json, for editors')
    .action(() => {
      process.stdout.write(fs.readFileSync(path.join(packageRoot(), 'hookbox.schema.json')))
    })
}

function hooksOf(registry: Registry, names: readonly string[]): Promise<readonly Hook[]> {
  return Promise.all(names.flatMap((name) => registry[name] ?? []).map((load) => load()))
}

/** Something happens in this folder. */
function here(): Event {
  return { name: 'other', dialect: 'unknown', harnessEvent: '', cwd: process.cwd(), payload: {} }
}

async function show(hooks: readonly Hook[], json: boolean): Promise<void> {
  const loaded: Record<string, LoadedOptions<object>> = {}
  const problems = new Set<string>()
  for (const hook of hooks) {
    try {
      loaded[hook.name] = await optionsFor(hook, { set: [] }, here(), nodeHost)
    } catch (error) {
      problems.add(error instanceof Error ? error.message : String(error))
    }
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.size > 0) process.exitCode = 1
  if (json) {
    process.stdout.write(`${JSON.stringify(loaded, null, 2)}\n`)
    return
  }
  const files = filesHere()
  const lines = [
    chalk.dim(files.length === 0 ? 'no configuration file: defaults hold' : `from ${files.join(', ')}`),
  ]
  for (const [name, { options, rules, from, ignored }] of Object.entries(loaded)) {
    lines.push(chalk.bold(name))
    for (const [key, value] of Object.entries(options)) {
      const source = from[key]
      lines.push(
        `  ${key}: ${JSON.stringify(value)}${source === undefined ? '' : chalk.cyan(`  (${source})`)}`,
      )
    }
    for (const [rule, mode] of Object.entries(rules)) lines.push(`  rules.${rule}: ${mode}`)
    for (const text of ignored) lines.push(chalk.yellow(`  not taken: ${text}`))
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function filesHere(): string[] {
  const cwd = normalPath(nodeHost, process.cwd())
  return findConfigFiles(nodeHost, cwd, projectRoot(nodeHost, cwd)).map((file) => file.path)
}

async function check(hooks: readonly Hook[]): Promise<void> {
  const problems = new Set<string>()
  for (const hook of hooks) {
    try {
      const { ignored } = await optionsFor(hook, { set: [] }, here(), nodeHost)
      for (const text of ignored) process.stdout.write(`${chalk.yellow('not taken')} ${hook.name}: ${text}\n`)
    } catch (error) {
      for (const line of (error instanceof Error ? error.message : String(error)).split('\n'))
        problems.add(line)
    }
  }
  for (const text of misnamedConfigs(process.cwd())) problems.add(text)
  for (const problem of problems) process.stdout.write(`${chalk.red('wrong')} ${problem}\n`)
  if (problems.size > 0) process.exitCode = 1
  else {
    const files = filesHere()
    process.stdout.write(files.length === 0 ? 'no configuration file here\n' : `right: ${files.join(', ')}\n`)
  }
}
