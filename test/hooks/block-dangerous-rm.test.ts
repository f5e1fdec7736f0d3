import * as fs from 'node:fs'
import * as path from 'node:path'
import { hook } from '../../hooks/block-dangerous-rm/index.ts'
import { bashPayload, hookTable, payloadLike, type Row } from '../support/table.ts'
import type { WorldOptions } from '../support/world.ts'

const repository: WorldOptions = {
  git: true,
  files: { '.gitignore': 'build/\nnode_modules/\n', 'src/index.ts': 'export {}\n', 'dist/index.js': '' },
}
const deny = (reason: RegExp) => ({ exit: 2, stdout: denyJson(reason), stderr: reason })
const pass = { exit: 0, stdout: '', stderr: '' }

/** Claude Code hears a deny in JSON too. */
function denyJson(reason: RegExp): RegExp {
  return new RegExp(
    `"permissionDecision":"deny","permissionDecisionReason":"block-dangerous-rm: [^]*${reason.source}`,
  )
}

const openharness = (command: string, more: object = {}) =>
  payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', {
    tool_input: { command, cwd: '@PROJECT@', timeout_seconds: 120, ...more },
  })

const CLAUDE_CODE: readonly Row[] = [
  {
    title: 'a bare folder: ./build behind sudo',
    payload: bashPayload('sudo rm -rf ./build'),
    ...deny(/build is the name of an artefact, but no repository says that it is ignored/),
  },
  {
    title: 'the captured payload: ./data',
    payload: payloadLike('claude-code/PreToolUse.Bash.json'),
    ...deny(/its name is not one that a tool makes again/),
  },
  {
    title: 'in the background, in a subagent',
    payload: payloadLike('claude-code/PreToolUse.Bash.in-subagent.json', {
      tool_input: { command: 'rm -rf ~' },
    }),
    ...deny(/it is a user's home/),
  },
  { title: 'ignored and untracked', world: repository, payload: bashPayload('rm -rf ./build'), ...pass },
  {
    title: 'an artefact name with tracked files',
    world: repository,
    payload: bashPayload('rm -rf dist'),
    ...deny(/git tracks files in it/),
  },
  {
    title: 'made again by a tool',
    world: repository,
    payload: bashPayload('rm -rf node_modules && npm ci'),
    ...pass,
  },
  { title: 'temporary', payload: bashPayload('rm -rf @TMP@/run-1 && mkdir @TMP@/run-1'), ...pass },
  { title: 'text', payload: bashPayload('git commit -m "rm -rf /"'), ...pass },
  { title: 'nothing to do with it', payload: bashPayload('ls -la && git status'), ...pass },
  {
    title: 'cwd is a folder of the project',
    world: repository,
    setup: (world) => {
      fs.mkdirSync(path.join(world.project, 'sub'))
      return path.join(world.project, 'sub')
    },
    payload: bashPayload('rm -rf ../src', { cwd: '@PROJECT@/sub' }),
    ...deny(/src \(.*\/project\/src\)/),
  },
  {
    title: 'the declared project holds the working directory',
    world: repository,
    env: { CLAUDE_PROJECT_DIR: '@PROJECT@' },
    payload: bashPayload('rm -rf ../../src', { cwd: '@PROJECT@/.worktrees/t1' }),
    ...deny(/rm -r of ..\/..\/src/),
  },
  {
    title: 'a scratch folder beside the declared project',
    world: repository,
    env: { CLAUDE_PROJECT_DIR: '@PROJECT@' },
    setup: (world) => {
      fs.mkdirSync(path.join(world.tmp, 'scratch'))
      return path.join(world.tmp, 'scratch')
    },
    payload: bashPayload('rm -rf build', { cwd: '@TMP@/scratch' }),
    ...pass,
  },
  {
    title: 'a linked worktree',
    world: repository,
    setup: (world) => {
      world.git('worktree', 'add', '-q', '../tree')
      return path.join(world.home, 'tree')
    },
    payload: bashPayload('rm -rf build; rm -rf .git', { cwd: '@HOME@/tree' }),
    ...deny(/rm -r of \.git \(.*\/tree\/\.git\) is refused: it is a part of a git repository/),
  },
  {
    title: 'the home as working directory, with a repository in it',
    setup: (world) => {
      world.git('init', '-q', world.home)
      return world.home
    },
    payload: bashPayload('rm -rf node_modules', { cwd: '@HOME@' }),
    ...deny(/it is outside the project/),
  },
  {
    title: 'without git on the PATH',
    world: repository,
    env: { PATH: '/nowhere' },
    payload: bashPayload('rm -rf node_modules'),
    ...deny(/git is not installed, so it could not be asked/),
  },
  {
    title: 'PowerShell with the paths of this system',
    world: repository,
    payload: bashPayload('Remove-Item -Recurse -Force .\\build', { tool_name: 'PowerShell' }),
    ...pass,
  },
  {
    title: 'PowerShell on the sources',
    world: repository,
    payload: bashPayload('Remove-Item -Recurse -Force .\\src', { tool_name: 'PowerShell' }),
    ...deny(/Remove-Item -Recurse of \.\\{1,2}src/),
  },
  {
    title: 'an MCP tool that deletes folders',
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__files__delete_directory',
      tool_input: { path: '@HOME@', recursive: true },
    }),
    ...deny(/mcp__files__delete_directory of .* it is a user's home/),
  },
  {
    title: 'an MCP tool that runs code',
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__modeler__execute_code',
      tool_input: { code: "import subprocess; subprocess.run(['rm','-rf','@HOME@/data'])" },
    }),
    ...deny(/rm -r of /),
  },
  {
    title: 'an MCP tool that runs commands',
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__box__run_command',
      tool_input: { command: 'rm -rf /' },
    }),
    ...deny(/it is the root of a disk/),
  },
  {
    title: 'an MCP tool that has nothing to do with it',
    payload: payloadLike('claude-code/PreToolUse.mcp.json', { tool_input: { text: 'rm -rf /' } }),
    ...pass,
  },
  {
    title: 'an issue tracker that removes a label',
    payload: payloadLike('claude-code/PreToolUse.mcp.json', {
      tool_name: 'mcp__tracker__delete_label',
      tool_input: { path: '/', name: 'x' },
    }),
    ...pass,
  },
  {
    title: 'another machine: a person decides',
    payload: bashPayload('ssh host "rm -rf /srv/app/releases/1"'),
    exit: 0,
    stdout:
      /"permissionDecision":"ask","permissionDecisionReason":"block-dangerous-rm: .*where nothing can be checked/,
    stderr: '',
  },
  {
    title: 'what can not be read, with a dangerous word',
    payload: bashPayload('rm -rf "$('),
    exit: 0,
    stdout:
      /"permissionDecision":"ask","permissionDecisionReason":"block-dangerous-rm: .*could not be read with certainty/,
    stderr: '',
  },
  { title: 'an edit', payload: payloadLike('claude-code/PreToolUse.Edit.json'), ...pass },
]

const refused = (reason: RegExp) => ({ exit: 2, stdout: '', stderr: reason })

const OPENHARNESS: readonly Row[] = [
  {
    title: 'the captured payload, cwd from the tool',
    payload: payloadLike('openharness/pre_tool_use.bash-rm-rf-build.json', {
      tool_input: { command: 'rm -rf ./build && echo "done"', cwd: '@PROJECT@' },
    }),
    ...refused(/^block-dangerous-rm: rm -r of \.\/build \(.*\/project\/build\) is refused/),
  },
  { title: 'ignored and untracked', world: repository, payload: openharness('rm -rf ./build'), ...pass },
  {
    title: 'no cwd: where the process is',
    world: repository,
    payload: openharness('rm -rf build', { cwd: null }),
    ...pass,
  },
  {
    title: 'through the environment',
    env: { OPENHARNESS_HOOK_PAYLOAD: JSON.stringify(openharness('rm -rf /')) },
    ...refused(/root of a disk/),
  },
  { title: 'text', payload: openharness('echo "rm -rf /"'), ...pass },
  {
    title: 'a question is a refusal',
    payload: openharness('ssh host "rm -rf /srv/app/1"'),
    ...refused(/needs a decision/),
  },
  {
    title: 'a task with a command',
    payload: {
      event: 'pre_tool_use',
      tool_name: 'task_create',
      tool_input: { command: 'rm -rf src', type: 'local_bash' },
    },
    ...refused(/rm -r of src/),
  },
]

const BAD_INPUT: readonly Row[] = [
  {
    title: 'no command',
    payload: { tool_name: 'Bash', tool_input: {} },
    exit: 2,
    stderr: /tool_input.command of Bash is missing/,
  },
  {
    title: 'a number',
    payload: { tool_name: 'Bash', tool_input: { command: 123 } },
    exit: 2,
    stderr: /is a number, not text/,
  },
  { title: 'no JSON', payload: '{', exit: 2, stderr: /could not judge this, so it refuses/ },
  {
    title: 'invalid UTF-8',
    payload: Uint8Array.from([
      ...Buffer.from('{"tool_name":"Bash","tool_input":{"command":"rm -rf ~ x'),
      0xff,
      ...Buffer.from('"}}'),
    ]),
    exit: 2,
    stderr: /not UTF-8/,
  },
]

hookTable(hook, [...CLAUDE_CODE, ...OPENHARNESS, ...BAD_INPUT])
