import { hook } from '../../../hooks/block-destructive-git/index.ts'
import { bashPayload, hookTable, payloadLike, type Row } from '../../support/table.ts'
import type { World } from '../../support/world.ts'

const world = { git: true, files: { 'a.txt': 'one\n', 'b.txt': 'one\n' } }
const change = (made: World) => {
  made.put('a.txt', 'changed\n')
  made.put('notes.txt', 'untracked\n')
  return undefined
}
const denied = (command: string, stderr: RegExp, more: Partial<Row> = {}): Row => ({
  title: `denied: ${command}`,
  payload: bashPayload(command),
  world,
  setup: change,
  exit: 2,
  stdout: /"permissionDecision":"deny"/,
  stderr,
  ...more,
})
const passes = (command: string, more: Partial<Row> = {}): Row => ({
  title: `passes: ${command}`,
  payload: bashPayload(command),
  world,
  setup: change,
  exit: 0,
  ...more,
})
const config = (options: object) => ({
  world: {
    ...world,
    homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'block-destructive-git': options }) },
  },
})
const openHarness = (command: string): Record<string, string> => ({
  OPENHARNESS_HOOK_EVENT: 'pre_tool_use',
  OPENHARNESS_HOOK_PAYLOAD: JSON.stringify({
    event: 'pre_tool_use',
    tool_name: 'bash',
    tool_input: { command },
  }),
})
const tool = (name: string, input: object) => ({
  payload: payloadLike('claude-code/PreToolUse.mcp.json', { tool_name: name, tool_input: input }),
})

hookTable(hook, [
  denied(
    'git reset --hard',
    /^block-destructive-git: `git reset --hard` is not run: it would lose 1 changed file \(a\.txt\) that nothing has a copy of\. Instead: `git stash -u`/,
  ),
  passes('git reset --hard', { title: 'passes: git reset --hard without changes', setup: () => undefined }),
  denied('git checkout -- .', /would lose the changes of 1 file \(a\.txt\)/),
  passes('git checkout -- b.txt'),
  denied('git clean -fd', /would delete 1 untracked file or folder \(notes\.txt\)/),
  passes('git clean -fdn'),
  denied('git push --force origin main', /overwrites main on origin.*main is protected/),
  passes('git push --force-with-lease origin topic'),
  {
    ...denied('git push --force origin topic', /^$/),
    exit: 0,
    stdout: /"permissionDecision":"ask".*overwrites topic on origin/,
    stderr: '',
  },
  denied(
    'git reset --hard "$COMMIT"',
    /nothing shows that no work is lost: the commit it goes to is not known/,
  ),
  denied('bash -c "cd . && git reset --hard"', /found behind bash/),
  passes('git commit -m "git reset --hard"'),
  passes('npm test && git status'),
  {
    title: 'the permission event of Claude Code',
    payload: payloadLike('claude-code/PermissionRequest.Bash.json', {
      tool_input: { command: 'git checkout .' },
    }),
    world,
    setup: change,
    exit: 2,
    stdout: /"behavior":"deny"/,
    stderr: /a\.txt/,
  },
  denied('git reset --hard', /a\.txt/, {
    title: 'the PowerShell tool',
    payload: bashPayload('if ($true) { git reset --hard }', { tool_name: 'PowerShell' }),
  }),
  {
    title: 'OpenHarness',
    env: openHarness('git restore .'),
    world,
    setup: change,
    exit: 2,
    stderr: /a\.txt/,
  },
  {
    title: 'OpenHarness, a mention',
    env: openHarness('echo git restore .'),
    world,
    setup: change,
    exit: 0,
  },
  { title: 'another tool', payload: payloadLike('claude-code/PreToolUse.Write.json'), exit: 0 },
  denied('', /a\.txt/, {
    title: 'an MCP tool that runs commands',
    ...tool('mcp__shell__run_command', { command: 'git reset --hard' }),
  }),
  denied('', /a\.txt/, {
    title: 'an MCP tool that is a git command',
    ...tool('mcp__git__git_reset', { mode: 'hard', target: 'HEAD', path: '@PROJECT@' }),
  }),
  denied('', /notes\.txt/, {
    title: 'an MCP tool that cleans',
    ...tool('mcp__git__git_clean', { force: true, repo_path: '@PROJECT@' }),
  }),
  passes('', {
    title: 'an MCP tool that unstages',
    ...tool('mcp__git__git_reset', { repo_path: '@PROJECT@' }),
  }),
  passes('', { title: 'an MCP tool that shows', ...tool('mcp__git__git_log', { max_count: 3 }) }),
  passes('git reset --hard', config({ allow: ['git reset --hard'] })),
  denied('git reset --hard HEAD', /allow/, config({ allow: ['git reset --hard'] })),
  passes('git clean -fd .', config({ allow: ['git clean -fd *'] })),
  denied('A=1 git reset --hard', /in a terminal\. \(rule reset\)$/m, config({ allow: ['git reset --hard'] })),
  denied('git push -f origin team/x', /team\/x is protected/, config({ protectedBranches: ['team/*'] })),
  denied('rtk git reset --hard', /found behind rtk/, config({ wrappers: ['rtk'] })),
  passes('git reset --hard', {
    title: 'observe only tells',
    argv: ['--mode', 'observe'],
    stdout: /only observes/,
  }),
  passes('git reset --hard', {
    title: 'ask lets a person decide',
    argv: ['--mode', 'ask'],
    stdout: /"permissionDecision":"ask"/,
  }),
  denied('ls', /did you mean "allow"/, { title: 'a mistake in the configuration', ...config({ alow: [] }) }),
  denied('ls', /tool_input\.command of Bash is a number/, {
    title: 'a command that is not text',
    payload: bashPayload('ls', { tool_input: { command: 5 } }),
  }),
])
