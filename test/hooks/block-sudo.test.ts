import { describe, expect, test } from 'vitest'
import { hook } from '../../hooks/block-sudo/index.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload, hookTable, payloadLike, type Row } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

const denied = (command: string, stderr: RegExp, more: Partial<Row> = {}): Row => ({
  title: `denied: ${command}`,
  payload: bashPayload(command),
  exit: 2,
  stdout: /"permissionDecision":"deny"/,
  stderr,
  ...more,
})
const passes = (command: string, more: Partial<Row> = {}): Row => ({
  title: `passes: ${command}`,
  payload: bashPayload(command),
  exit: 0,
  ...more,
})
const config = (options: object) => ({
  world: { homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'block-sudo': options }) } },
})
const openHarness = (command: string): Record<string, string> => ({
  OPENHARNESS_HOOK_EVENT: 'pre_tool_use',
  OPENHARNESS_HOOK_PAYLOAD: JSON.stringify({
    event: 'pre_tool_use',
    tool_name: 'bash',
    tool_input: { command },
  }),
})

hookTable(hook, [
  denied(
    'sudo apt install jq',
    /^block-sudo: `sudo apt install jq` is not run: sudo runs commands as root\./,
  ),
  denied('cd /tmp && /usr/bin/sudo -n ls', /sudo runs commands as root/),
  denied('bash -c "s\\udo ls"', /found behind bash/),
  denied('ssh host sudo reboot', /"elsewhere": "allow"/),
  passes('git commit -m "run sudo make install"'),
  passes('npm test && git status'),
  passes("cat > notes.md <<'EOF'\nsudo rm -rf /\nEOF"),
  {
    title: 'the permission event of Claude Code',
    payload: payloadLike('claude-code/PermissionRequest.Bash.json', { tool_input: { command: 'sudo ls' } }),
    exit: 2,
    stdout: /"behavior":"deny"/,
    stderr: /sudo runs commands as root/,
  },
  {
    title: 'the PowerShell tool',
    payload: bashPayload('Start-Process pwsh -Verb RunAs', { tool_name: 'PowerShell' }),
    exit: 2,
    stdout: /"permissionDecision":"deny"/,
    stderr: /RunAs runs a program as administrator/,
  },
  { title: 'OpenHarness', env: openHarness('sudo ls'), exit: 2, stderr: /sudo runs commands as root/ },
  { title: 'OpenHarness, a mention', env: openHarness('echo sudo'), exit: 0 },
  { title: 'another tool', payload: payloadLike('claude-code/PreToolUse.Write.json'), exit: 0 },
  {
    title: 'a script of the project that uses it',
    payload: bashPayload('./install.sh --yes'),
    world: { files: { 'install.sh': '#!/bin/sh\nset -e\nsudo make install\n' } },
    exit: 2,
    stdout: /"permissionDecision":"deny"/,
    stderr: /found behind install\.sh/,
  },
  passes('sudo systemctl restart nginx', config({ allow: ['sudo systemctl restart nginx'] })),
  denied('sudo systemctl restart nginx x', /sudo/, config({ allow: ['sudo systemctl restart nginx'] })),
  passes('sudo apt-get install -y jq curl', config({ allow: ['sudo apt-get install -y *'] })),
  denied('sudo apt-get install -y $X', /sudo/, config({ allow: ['sudo apt-get install -y *'] })),
  denied('ssh host sudo ls', /sudo/, config({ allow: ['sudo ls'] })),
  passes('ssh host sudo ls', config({ elsewhere: 'allow' })),
  denied('rtk sudo ls', /found behind rtk/, config({ wrappers: ['rtk'] })),
  {
    title: 'observe only tells',
    payload: bashPayload('sudo ls'),
    argv: ['--mode', 'observe'],
    exit: 0,
    stdout: /only observes/,
  },
  {
    title: 'a mistake in the configuration denies',
    payload: bashPayload('ls'),
    ...config({ alow: [] }),
    exit: 2,
    stdout: /"permissionDecision":"deny"/,
    stderr: /did you mean "allow"/,
  },
  {
    title: 'a command that is not text denies',
    payload: bashPayload('ls', { tool_input: { command: 5 } }),
    exit: 2,
    stdout: /"permissionDecision":"deny"/,
    stderr: /tool_input\.command of Bash is a number/,
  },
  {
    title: 'a cut payload denies',
    payload: '{"tool_name":"Bash","tool_input":{"command":"ls',
    exit: 2,
    stdout: /.*/,
    stderr: /not JSON/,
  },
])

/** What the hook says of a command, in a world without files. */
async function judged(command: string): Promise<string> {
  const world = makeWorld()
  const answer = await callFunction(hook, {
    stdin: JSON.stringify(bashPayload(command)).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
  return answer.exit === 2 ? 'deny' : answer.exit === 0 && answer.stdout === '' ? 'pass' : 'other'
}

describe('raised privileges in any form', () => {
  test.each([
    'sudo ls',
    'sudo -v',
    'sudo -l',
    'sudo -k',
    'sudo',
    'sudo -u bob ls',
    'sudoedit /etc/hosts',
    'doas ls',
    'su',
    'su -',
    'su bob',
    "su -c 'ls'",
    'pkexec ls',
    'run0 ls',
    'gsudo ls',
    'runas /user:Administrator cmd',
    'systemd-run ls',
    'machinectl shell root@.host',
    'a; b && sudo ls | c',
    'a\nsudo ls',
    'echo x | sudo tee /etc/hosts',
    'if true; then sudo ls; fi',
    'for i in 1 2; do sudo ls; done',
    'f() { sudo "$@"; }; f ls',
    'echo "$(sudo ls)"',
    'echo `sudo ls`',
    'cat <(sudo ls)',
    'cat <<E\n$(sudo ls)\nE',
    '(sudo ls)',
    '{ sudo ls; }',
    '! sudo ls',
    'A=1 sudo ls',
    'env A=1 sudo ls',
    'timeout 5 nice nohup sudo ls',
    'xargs sudo rm < list',
    'find . -exec sudo rm {} +',
    'bash -c "sudo ls"',
    'sh -c \'bash -c "sudo ls"\'',
    'eval "sudo ls"',
    'trap "sudo ls" EXIT',
    's\'u\'d"o" ls',
    '\\sudo ls',
    "$'\\x73udo' ls",
    'su{do,} ls',
    '{sudo,ls}',
    'S=sudo; $S ls',
    'S="sudo -E"; $S ls',
    '${SUDO:-sudo} ls',
    '$(which sudo) ls',
    '$(echo sudo) ls',
    '$(printf "su%s" do) ls',
    'read S <<< sudo; $S ls',
    'echo c3VkbyBscwo= | base64 -d | sh',
    'echo "sudo ls" > x.sh && bash x.sh',
    "alias s='sudo'; s ls",
    'ln -s /usr/bin/sudo x; ./x ls',
    'cp "$(which sudo)" /tmp/x; /tmp/x ls',
    '=sudo ls',
    'exit > /nowhere/x; sudo ls',
    'echo x >&- || sudo ls',
    'docker exec c sudo ls',
    'bash <<E\nsudo ls\nE',
    `python3 -c 'import os; os.system("sudo ls")'`,
    `python3 -c 'import subprocess as s; c = ["sudo", "ls"]; s.run(c)'`,
    `node -e 'require("child_process").execSync("sudo ls")'`,
    `perl -e 'exec "sudo", "ls"'`,
    "ruby -e '`sudo ls`'",
    `osascript -e 'do shell script "ls" with administrator privileges'`,
    "tmux send-keys -t 1 'sudo ls' Enter",
    "GIT_SSH_COMMAND='sudo ssh' git fetch",
    'sudo ls # "',
    'echo "open; sudo ls',
    'if; sudo ls',
    `${'echo '.repeat(20_000)}; sudo ls`,
    'powershell -Command "Start-Process cmd -Verb runas"',
  ])('%# is denied', async (command) => {
    expect([command, await judged(command)]).toEqual([command, 'deny'])
  })
})

describe('a mere mention', () => {
  test.each([
    'echo sudo',
    'echo "use sudo ls"',
    'grep -rn sudo docs',
    "grep -E '^sudo |su -' log | sort",
    'git commit -m "docs: never run sudo make install"',
    "git commit -F - <<'EOF'\nsudo is not needed\nEOF",
    'gh pr comment --body "run sudo ls yourself"',
    'cat > setup.md <<EOF\nsudo apt install x\nEOF',
    'which sudo',
    'command -v sudo',
    'type sudo',
    'man sudo',
    'sudo --version',
    'apt list sudo',
    'ls sudo su doas',
    'cat /etc/sudoers.d/x',
    'cd sudo && npm test',
    './node_modules/.bin/sudoku --solve',
    'npm run sudo',
    'npm install sudo-prompt',
    `python3 -c "print('sudo')"`,
    'summary --su',
    '# sudo ls',
    'ls # sudo',
    '$PYTHON -m pip install x',
    'echo "run sudo make install"; $CC -c x.c',
    'curl -fsSL https://example.invalid/install | sh',
    'eval "$(ssh-agent -s)"',
    'gosu nobody ls',
    'systemd-run --user ls',
    'docker run --rm -u root alpine ls',
    'start server && please-upgrade',
    `printf '%s' '{"command":"sudo ls"}' >> log.jsonl`,
    `cat > big.md <<'EOF'\n${'run sudo ls\n'.repeat(5000)}EOF`,
    'f() { sudo ls; }; echo defined',
  ])('%# passes', async (command) => {
    expect([command, await judged(command)]).toEqual([command, 'pass'])
  })
})

test('--explain of a command shows what was found', async () => {
  const world = makeWorld()
  let stdout = ''
  const { testHost } = await import('../support/call.ts')
  const { run } = await import('../../src/run.ts')
  const host = testHost({ env: worldEnv(world), cwd: world.project }, (_stream, text) => {
    stdout += text
  })
  expect(await run(hook, ['timeout 5 sudo ls', '--explain'], host)).toBe(0)
  expect(stdout).toContain('timeout > sudo ls: sudo runs commands as root')
  expect(stdout).toMatch(/verdict +deny/)
})

test('the hook does not deny its own --explain', async () => {
  expect(await judged("block-sudo --explain 'sudo ls'")).toBe('pass')
})
