import { expect, test } from 'vitest'
import { hook as rm } from '../../hooks/block-dangerous-rm/index.ts'
import { hook as sudo } from '../../hooks/block-sudo/index.ts'
import { hook as deploy } from '../../hooks/check-deploy-env/index.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

async function answer(command: string, hook = sudo as { readonly name: string }, tool = 'Bash') {
  const world = makeWorld()
  const stdin = JSON.stringify(bashPayload(command, { tool_name: tool })).replaceAll(
    '@PROJECT@',
    world.project,
  )
  return callFunction(hook as typeof sudo, { stdin, env: worldEnv(world), cwd: world.project })
}

test.each([
  'hookbox approve K7QW2M00',
  'cd /tmp && hookbox approve K7QW2M00 < /dev/null',
  'h""ookbox app\\rove K7QW2M00',
  'a=approve; hookbox $a K7QW2M00',
  './node_modules/.bin/hookbox approve K7QW2M00',
  'npx hookbox approve K7QW2M00',
  'npx -y hookbox@1 approve K7QW2M00',
  'env -u CLAUDECODE node dist/hookbox.cjs approve K7QW2M00',
  'script -qc "hookbox approve K7QW2M00" /dev/null',
  'yes | script -q -c "env -i hookbox approve K7QW2M00"',
  "expect -c 'spawn hookbox approve K7QW2M00; expect N; send y'",
  "expect <<'E'\nspawn hookbox approve K7QW2M00\nE",
  'tmux send-keys "hookbox approve K7QW2M00" Enter y Enter',
  `python3 -c "import pty; pty.spawn(['hookbox', 'approve', 'K7QW2M00'])"`,
  'echo "hookbox approve K7QW2M00" | bash',
  'hookbox "$COMMAND" K7QW2M00',
  'ln -s $(which hookbox) hb; ./hb approve K7QW2M00',
  'cp node_modules/.bin/hookbox hb && ./hb approve K7QW2M00',
  'echo "hookbox approve K7QW2M00" | at now',
  './hookbox-linux-x64 approve K7QW2M00',
  'dist/native/linux-x64/hookbox approve deploy --env production',
  '/opt/hookbox.new --list approve K7QW2M00',
  'exec -a hookbox block-sudo approve K7QW2M00',
  '(exec -a hookbox /usr/local/bin/block-sudo approve deploy --env production)',
  'env --argv0=hookbox block-sudo approve K7QW2M00',
  'env -a hookbox block-sudo approve K7QW2M00',
])('denied: %s', async (command) => {
  expect(await answer(command)).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/\(rule hookbox-approve\)\n$/),
  })
})

test.each([
  'git commit -m "Describe hookbox approve"',
  'grep -rn "hookbox approve" docs',
  'echo "run hookbox approve K7QW2M00"',
  "cat > notes.md <<'E'\nhookbox approve K7QW2M00\nE",
  'gh pr review --approve # hookbox',
  'hookbox list',
  'hookbox help approve',
  'cat hookbox-approve.md && ls approve',
  'kubectl certificate approve hookbox-1',
  'echo hookbox && review approve 12',
  'npx hookbox list && gh pr review 7 --approve',
  "hookbox block-sudo --explain 'sudo ls'",
  'cd hookbox && npm test',
  'node scripts/approve.js hookbox',
  'cp -r src/hookbox "$OUT" && echo approve',
])('passes: %s', async (command) => {
  expect(await answer(command)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test('every guard does so, in PowerShell too, and every gate of calls', async () => {
  expect((await answer('hookbox approve K7QW2M00', rm)).exit).toBe(2)
  expect((await answer('& hookbox approve K7QW2M00', rm, 'PowerShell')).exit).toBe(2)
  expect((await answer('hookbox approve K7QW2M00', deploy)).exit).toBe(2)
})

test('a tool of an MCP server that runs it', async () => {
  const run = async (name: string, input: object) => {
    const world = makeWorld()
    const payload = { hook_event_name: 'PreToolUse', tool_name: name, tool_input: input, cwd: world.project }
    return callFunction(rm, { stdin: JSON.stringify(payload), env: worldEnv(world), cwd: world.project })
  }
  const text = { command: 'hookbox approve K7QW2M00' }
  expect((await run('mcp__shell__execute_command', text)).exit).toBe(2)
  const words = { command: 'npx', args: ['hookbox', 'approve', 'K7QW2M00'] }
  expect((await run('mcp__terminal__run', words)).exit).toBe(2)
  expect((await run('mcp__github__add_comment', { body: 'hookbox approve K7QW2M00' })).exit).toBe(0)
})
