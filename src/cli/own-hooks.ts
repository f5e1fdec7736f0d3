import * as fs from 'node:fs'
import * as path from 'node:path'
import { type Command, Option } from 'commander'

const LANGUAGES = ['js', 'ts', 'python', 'sh'] as const
type Language = (typeof LANGUAGES)[number]

/** `hookbox new NAME`: a hook of one's own, with a test, to begin with. */
export function addNew(program: Command): void {
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
      const problem = scaffold(name, language, folder)
      if (problem === undefined) return
      process.stderr.write(`hookbox new: ${problem}\n`)
      process.exitCode = 64
    })
}

function scaffold(name: string, language: Language, folder: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) {
    return `a hook's name is words with dashes, as in block-main-push; got ${JSON.stringify(name)}`
  }
  const { ending, text, run } = TEMPLATES[language]
  const file = path.join(folder, `${name}.${ending}`)
  if (fs.existsSync(file)) return `${file} is there already`
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(file, text(name), { mode: 0o755 })
  const tests = path.join(folder, 'hookbox.tests.jsonl')
  const command = [...run, path.resolve(file)]
  const rows = [
    {
      name: `${name} refuses`,
      command: [...run, `./${name}.${ending}`],
      shell: 'git push origin main',
      expect: 'deny',
      reason: name,
    },
    {
      name: `${name} lets others pass`,
      command: [...run, `./${name}.${ending}`],
      shell: 'git push origin topic',
      expect: 'pass',
    },
  ]
  fs.appendFileSync(tests, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const [program = '', ...args] = command
  const entry = {
    matcher: 'Bash|PowerShell|Monitor',
    hooks: [{ type: 'command', command: program, args, timeout: 10, onFailure: 'block' }],
  }
  process.stdout.write(
    `${file}\n${tests}\n\nTry it:\n  hookbox test --file ${tests}\n  hookbox sample PreToolUse --command 'git push origin main' | ${command.join(' ')}\n\n` +
      `For Claude Code, under "PreToolUse" of .claude/settings.json:\n${JSON.stringify(entry, null, 2)}\n`,
  )
  return undefined
}

interface Template {
  readonly ending: string
  /** The words before the file; none where it starts by itself. */
  readonly run: readonly string[]
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
  js: { ending: 'mjs', run: ['node'], text: JAVASCRIPT },
  ts: { ending: 'ts', run: ['npx', '--no-install', 'tsx'], text: JAVASCRIPT },
  python: { ending: 'py', run: ['python3'], text: PYTHON },
  sh: { ending: 'sh', run: ['sh'], text: SHELL },
}
