import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import * as path from 'node:path'
import { type Command, Option } from 'commander'
import type { Registry } from '../command/registry.ts'
import { nodeHost } from '../host/node.ts'
import { projectFolder } from './settings/places.ts'
import { whyNotWritten } from './setup/files.ts'
import { shellLine } from './setup/shell-line.ts'

const LANGUAGES = ['js', 'ts', 'python', 'sh'] as const
type Language = (typeof LANGUAGES)[number]

/** `hookbox new NAME`: a hook of one's own, with a test, to begin with. */
export function addNew(program: Command, registry: Registry): void {
  program
    .command('new')
    .description('begin a hook of your own, with its test')
    .argument('<name>', 'words with dashes, as in block-main-push')
    .addOption(new Option('--language <name>', 'what it is written in').choices(LANGUAGES).default('js'))
    .option('--folder <path>', 'where', '.hookbox')
    .addHelpText(
      'after',
      '\nExample:\n  hookbox new block-main-push\n  hookbox test --file .hookbox/hookbox.tests.jsonl',
    )
    .action((name: string, { language, folder }: { language: Language; folder: string }) => {
      const problem = nameProblem(name, Object.keys(registry)) ?? scaffold(name, language, folder)
      if (problem === undefined) return
      process.stderr.write(`hookbox new: ${problem}\n`)
      process.exitCode = 64
    })
}

function nameProblem(name: string, taken: readonly string[]): string | undefined {
  if (taken.includes(name)) return `${name} is a hook of hookbox; give yours another name`
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)
    ? undefined
    : `a hook's name is words with dashes, as in block-main-push; got ${JSON.stringify(name)}`
}

function scaffold(name: string, language: Language, folder: string): string | undefined {
  const template = TEMPLATES[language]
  const file = path.join(folder, `${name}.${template.ending}`)
  const tests = path.join(folder, 'hookbox.tests.jsonl')
  if (fs.existsSync(file)) return `${file} is there already`
  try {
    nodeHost.makeDirectory(folder, 0o777)
    fs.writeFileSync(file, template.text(name), { mode: 0o755, flag: 'wx' })
    fs.appendFileSync(tests, testRows(name, template))
  } catch (error) {
    return `${file} can't be written: ${whyNotWritten(error)}`
  }
  process.stdout.write(nextSteps(file, tests, template))
  return undefined
}

function testRows(name: string, { run, ending }: Template): string {
  const command = [...run, `./${name}.${ending}`]
  const rows = [
    { name: `${name} refuses`, command, shell: 'git push origin main', expect: 'deny', reason: name },
    { name: `${name} lets others pass`, command, shell: 'git push origin topic', expect: 'pass' },
  ]
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function nextSteps(file: string, tests: string, { run, needs }: Template): string {
  const missing = needs.filter((name) => !isInstalled(name, file))
  const first =
    missing.length === 0
      ? ''
      : `It needs ${missing.join(' and ')}: npm install --save-dev ${missing.join(' ')}\n`
  const [program = '', ...args] = [...run, inSettings(path.resolve(file))]
  const entry = {
    matcher: 'Bash|PowerShell|Monitor',
    hooks: [{ type: 'command', command: program, args, timeout: 10, onFailure: 'block' }],
  }
  return `${file}
${tests}

${first}Try it:
  ${shellLine(['hookbox', 'test', '--file', tests])}
  hookbox sample PreToolUse --command 'git push origin main' | ${shellLine([...run, path.resolve(file)])}

For Claude Code, under "PreToolUse" of .claude/settings.json:
${JSON.stringify(entry, null, 2)}
`
}

/** Whether a module in the file can import the package. */
function isInstalled(name: string, file: string): boolean {
  try {
    createRequire(path.resolve(file)).resolve(`${name}/package.json`)
    return true
  } catch {
    return false
  }
}

/** The path as it stands in the settings of a project, which others have elsewhere. */
function inSettings(file: string): string {
  const relative = path.relative(projectFolder(process.cwd()), file)
  const isInside = !relative.startsWith('..') && !path.isAbsolute(relative)
  return isInside ? `\${CLAUDE_PROJECT_DIR}/${relative.replaceAll('\\', '/')}` : file
}

interface Template {
  readonly ending: string
  /** The words before the file; none where it starts by itself. */
  readonly run: readonly string[]
  /** Packages that have to be installed where it lies. */
  readonly needs: readonly string[]
  text(name: string): string
}

const JAVASCRIPT = (name: string) => `import { defineHook, deny, runHook, shellCommands } from 'hookbox'

/** Refuses pushes to main. Change it to what you need; docs/library.md of hookbox says more. */
export const hook = defineHook({
  name: '${name}',
  summary: 'Refuses pushes to main.',
  fails: 'closed',
  tools: ['shell'],
  on: {
    'tool-before': async (event, ctx) => {
      const { commands, doubts } = await shellCommands(event, ctx)
      if (doubts.length > 0 && /push/.test(JSON.stringify(event.tool.input))) {
        return deny(\`${name}: this can't be read for certain (\${doubts[0]}). Write it plainly.\`)
      }
      const push = commands.find(({ argv }) => argv[0] === 'git' && argv[1] === 'push' && argv.includes('main'))
      return push ? deny(\`${name}: \${push.source} is not run. Push a branch and open a pull request.\`) : undefined
    },
  },
})

runHook(hook)
`

const PYTHON = (name: string) => `#!/usr/bin/env python3
"""Refuses pushes to main. Change it to what you need.

It sees the text of a command, not what a shell makes of it: g'it' push main passes. Where that
matters, begin with \`hookbox new ${name} --language js\`, which reads commands as a shell does.
"""
import json
import os
import sys


def main() -> int:
    text = sys.stdin.read() or os.environ.get("OPENHARNESS_HOOK_PAYLOAD", "")
    payload = json.loads(text)
    words = str(payload.get("tool_input", {}).get("command", "")).split()
    if "git" in words and "push" in words and "main" in words:
        reason = "${name}: pushes to main are not run. Push a branch and open a pull request."
        if "hook_event_name" in payload:
            said = {
                "hookEventName": payload["hook_event_name"],
                "permissionDecision": "deny",
                "permissionDecisionReason": reason,
            }
            print(json.dumps({"hookSpecificOutput": said}))
        print(reason, file=sys.stderr)
        return 2
    return 0


try:
    sys.exit(main())
except Exception as error:  # what can't be read is refused
    print(f"${name}: {error}, so it refuses", file=sys.stderr)
    sys.exit(2)
`

const SHELL = (name: string) => `#!/bin/sh
# Refuses pushes to main. It sees the text of the payload, not what a shell makes of it: where that
# matters, begin with \`hookbox new ${name} --language js\`.
set -u
payload=$(cat)
[ -n "$payload" ] || payload=\${OPENHARNESS_HOOK_PAYLOAD:-}
[ -n "$payload" ] || { echo "${name}: no payload came, so it refuses" >&2; exit 2; }
case $payload in
  *'"command"'*git*push*main*)
    echo "${name}: pushes to main are not run. Push a branch and open a pull request." >&2
    exit 2
    ;;
esac
exit 0
`

const TEMPLATES: Readonly<Record<Language, Template>> = {
  js: { ending: 'mjs', run: ['node'], needs: ['hookbox'], text: JAVASCRIPT },
  ts: { ending: 'ts', run: ['npx', '--no-install', 'tsx'], needs: ['hookbox', 'tsx'], text: JAVASCRIPT },
  python: { ending: 'py', run: ['python3'], needs: [], text: PYTHON },
  sh: { ending: 'sh', run: ['sh'], needs: [], text: SHELL },
}
