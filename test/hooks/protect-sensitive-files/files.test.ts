import * as fs from 'node:fs'
import * as path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/protect-sensitive-files/index.ts'
import { callFunction } from '../../support/call.ts'
import { runs } from '../../support/property-runs.ts'
import { hookTable, payloadLike, type Row } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** A PreToolUse payload of Claude Code. */
const claude = (tool_name: string, tool_input: object) =>
  payloadLike('claude-code/PreToolUse.Edit.json', { tool_name, tool_input })
/** A pre_tool_use payload of OpenHarness. */
const open = (tool_name: string, tool_input: object) =>
  payloadLike('openharness/pre_tool_use.edit_file.json', { tool_name, tool_input })
/** A PreToolUse payload of a harness that shares the event's name only. */
const codex = (tool_name: string, tool_input: object) =>
  payloadLike('other/codex-PreToolUse-apply_patch.json', { tool_name, tool_input, cwd: '@PROJECT@' })

const write = (file: string, content = 'x') => claude('Write', { file_path: file, content })
const read = (file: string) => claude('Read', { file_path: file })

const denied = (title: string, payload: unknown, reason: RegExp, more: Partial<Row> = {}): Row => {
  const isClaude = 'transcript_path' in (payload as object) && !('turn_id' in (payload as object))
  return {
    title,
    payload,
    exit: 2,
    stdout: isClaude ? /^\{"hookSpecificOutput":\{"hookEventName":"\w+",.*deny/ : '',
    stderr: reason,
    ...more,
  }
}
const passes = (title: string, payload: unknown, more: Partial<Row> = {}): Row => ({
  title,
  payload,
  exit: 0,
  ...more,
})

const link = (from: string, to: string) => (world: World) => {
  const fill = (text: string) => text.replace('@HOME@', world.home).replace('@TMP@', world.tmp)
  const place = path.resolve(world.project, fill(from))
  fs.mkdirSync(path.dirname(place), { recursive: true })
  fs.symlinkSync(fill(to), place)
  return undefined
}

const user = (options: object): Partial<Row> => ({
  world: {
    homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'protect-sensitive-files': options }) },
  },
})
const project = (options: object): Partial<Row> => ({
  world: { files: { 'hookbox.json': JSON.stringify({ 'protect-sensitive-files': options }) } },
})

describe('secrets', () => {
  hookTable(hook, [
    denied(
      'Write of .env',
      write('@PROJECT@/.env'),
      /^Write would change @?.*\/project\/\.env\. It is an environment file.*\.env\.example.*"allow":\["\.\/\.env"\].*\(rule env-file\)$/m,
    ),
    denied('a relative path', write('.env'), /env-file/),
    denied('./', write('./.env'), /env-file/),
    denied('a way round', write('@PROJECT@/src/../.env'), /env-file/),
    denied('doubled slashes', write('@PROJECT@//.env'), /env-file/),
    denied('a trailing slash', write('@PROJECT@/.env/'), /env-file/),
    denied('capitals', read('@PROJECT@/.ENV'), /env-file/),
    denied('surrounding blanks', read('@PROJECT@/.env '), /env-file/),
    denied('an ignored character', write('@PROJECT@/.e\u200cnv'), /env-file/),
    denied('a long s in .ssh', write('@HOME@/.\u017fsh/work'), /ssh-folder/),
    denied(
      'another environment file',
      claude('Edit', { file_path: '@PROJECT@/.env.local', old_string: 'a', new_string: 'b' }),
      /env-file/,
    ),
    denied('MultiEdit', claude('MultiEdit', { file_path: '.env', edits: [] }), /env-file/),
    denied(
      'NotebookEdit in a folder of secrets',
      claude('NotebookEdit', { notebook_path: '@PROJECT@/secrets/keys.ipynb', new_source: 'x=1' }),
      /secret-store/,
    ),
    denied('Read of .env', read('@PROJECT@/.env'), /^Read would bring up the content of/),
    denied('Read of a private key', read('@HOME@/.ssh/id_ed25519'), /private-key/),
    denied(
      'the home by tilde',
      read('~/.aws/credentials'),
      /\/home\/dev\/\.aws\/credentials.*"allowEverywhere":\["~\/\.aws\/credentials"\].*\(rule cloud-credentials\)/,
    ),
    denied('a secret of another user', read('/home/other/.netrc'), /login-file/),
    denied('OpenHarness write_file', open('write_file', { path: '.env', content: 'x' }), /env-file/),
    denied(
      'OpenHarness edit_file',
      open('edit_file', { path: 'a/../.env', old_str: 'a', new_str: 'b' }),
      /env-file/,
    ),
    denied('OpenHarness read_file', open('read_file', { path: '.env' }), /env-file/),
    denied(
      'OpenHarness notebook_edit',
      open('notebook_edit', { path: 'secrets/a.ipynb', cell_index: 0, new_source: 'x' }),
      /secret-store/,
    ),
    denied(
      'OpenHarness image_to_text',
      open('image_to_text', { image_path: '~/.ssh/id_rsa' }),
      /private-key/,
    ),
    denied(
      'Grep that shows lines',
      claude('Grep', { pattern: 'KEY', path: '@PROJECT@/.env', output_mode: 'content' }),
      /env-file/,
    ),
    denied(
      'Grep narrowed to it',
      claude('Grep', { pattern: 'KEY', glob: '**/.env*', output_mode: 'content' }),
      /env-file/,
    ),
    denied('OpenHarness grep', open('grep', { pattern: 'KEY', file_glob: '.env' }), /env-file/),
    denied(
      'PermissionRequest',
      payloadLike('claude-code/PermissionRequest.Write.json', {
        tool_input: { file_path: '@PROJECT@/.env', content: 'x' },
      }),
      /env-file/,
    ),
    denied(
      'an edit tool of another harness',
      codex('replace_string_in_file', { filePath: '@PROJECT@/.env', oldString: 'a', newString: 'b' }),
      /env-file/,
    ),
    denied('a tool nobody knows', codex('super_edit', { target_file: '.env' }), /env-file/),
    denied(
      'several files',
      claude('Write', { file_paths: ['src/a.ts', '.env', 'server.key'] }),
      /The same goes for .*server\.key/,
    ),
    passes('.env.example', write('@PROJECT@/.env.example', 'PORT=3000\n')),
    passes('reading .env.template', read('@PROJECT@/.env.template')),
    passes('environment.ts', read('@PROJECT@/src/config/environment.ts')),
    passes('a public key', read('@HOME@/.ssh/id_rsa.pub')),
    passes('reading the SSH configuration', read('@HOME@/.ssh/config')),
    passes('a folder called .env', read('@PROJECT@/.env/bin/activate')),
    passes('Grep that lists files', claude('Grep', { pattern: 'KEY', path: '@PROJECT@/.env' })),
    passes(
      'Grep of the sources',
      claude('Grep', { pattern: '\\.env', path: '@PROJECT@/src', output_mode: 'content', glob: '*.ts' }),
    ),
    passes('Glob', claude('Glob', { pattern: '**/.env', path: '@PROJECT@' })),
    passes('OpenHarness glob', open('glob', { pattern: '**/.env' })),
    passes('image data', open('image_to_text', { image_data: 'aGk=' })),
    passes('a large file', write('@PROJECT@/a.txt', '.env '.repeat(40_000))),
    passes('another event', payloadLike('claude-code/PostToolUse.Write.json')),
    passes(
      'an agent whose prompt speaks of it',
      claude('Agent', { description: 'x', prompt: 'never touch .env' }),
    ),
    denied('a NUL character', write('@PROJECT@/.env\0.txt'), /could not judge this.*NUL/),
    denied(
      'a path longer than any',
      write(`/${'a/b'.repeat(4000)}`),
      /could not judge this.*characters long/,
    ),
    denied('no path', claude('Write', { content: 'x' }), /names no file/),
    denied(
      'a path that is a number',
      claude('Write', { file_path: 7 }),
      /tool_input\.file_path of Write is a number/,
    ),
    denied('OpenHarness with the wrong field', open('write_file', { wrong: 1 }), /names no file/),
  ])
})

describe('values in use in an example file', () => {
  const asks = (title: string, payload: unknown, kind: RegExp): Row => ({
    title,
    payload,
    exit: 0,
    stdout: kind,
  })
  const example = (content: string) => write('@PROJECT@/.env.example', content)
  hookTable(hook, [
    asks(
      'a payment key',
      example('PAY_KEY=sk_live_0000000000000000000000AA\n'),
      /"permissionDecision":"ask".*payment service key in use/,
    ),
    asks(
      'a password in an address',
      example('DB_URL=postgres://app:S3cretPw9@db.internal:5432/app\n'),
      /a password in an address/,
    ),
    asks(
      'an edit',
      claude('Edit', { file_path: '.env.sample', old_string: 'A=', new_string: `A=ghp_${'0'.repeat(36)}` }),
      /GitHub token/,
    ),
    passes('placeholders', example('COOKIE_SECRET=dev\nPORT=3000\nAWS=AKIAIOSFODNN7EXAMPLE\n')),
    passes(
      'a local address',
      example('A=postgres://postgres:postgres@localhost:5432/app\nB=redis://:@redis:6379\n'),
    ),
    passes(
      'a stand-in in an address',
      example('A=postgres://user:{{db}}@db.internal/app\nB=https://user:<password>@x.io\n'),
    ),
    passes(
      'an example file that may hold them',
      example('PAY_KEY=sk_live_0000000000000000000000AA\n'),
      user({ allow: ['.env.example'] }),
    ),
    passes('another file', write('src/a.ts', 'PAY_KEY=sk_live_0000000000000000000000AA\n')),
  ])
})

describe('links', () => {
  hookTable(hook, [
    denied('a link to a secret', read('@TMP@/notes'), /notes, which leads to .*\/project\/\.env/, {
      world: { files: { '.env': 'A=1' } },
      setup: link('@TMP@/notes', '@HOME@/project/.env'),
    }),
    denied('a link to a secret that is not there yet', write('@PROJECT@/notes.txt'), /leads to .*\.env/, {
      setup: link('notes.txt', '.env'),
    }),
    denied('a link to a link', write('@PROJECT@/a'), /leads to .*hookbox\.json/, {
      setup: (world) => {
        link('a', 'b')(world)
        return link('b', '@HOME@/.config/hookbox/hookbox.json')(world)
      },
    }),
    denied('a file below a linked folder', write('@TMP@/link/config'), /ssh-access/, {
      world: { homeFiles: { '.ssh/known_hosts': '' } },
      setup: link('@TMP@/link', '@HOME@/.ssh'),
    }),
    denied('.. behind a link', read('@PROJECT@/link/../credentials'), /leads to .*\.aws\/credentials/, {
      world: { homeFiles: { '.aws/credentials': '', '.aws/sub/a': '' } },
      setup: link('link', '@HOME@/.aws/sub'),
    }),
    denied('a link named as an example', read('@PROJECT@/.env.example'), /leads to .*\.env\./, {
      world: { files: { '.env': 'A=1' } },
      setup: link('.env.example', '.env'),
    }),
    passes('a link that leads nowhere', write('@PROJECT@/a'), { setup: link('a', 'a') }),
    passes('a link to an ordinary file', write('@PROJECT@/a'), { setup: link('a', 'src/b.ts') }),
    passes('a folder called .env', read('@PROJECT@/.env'), { world: { files: { '.env/pyvenv.cfg': '' } } }),
  ])
})

describe('what keeps the agent in check', () => {
  hookTable(hook, [
    denied(
      'Claude settings',
      write('.claude/settings.json', '{"env":{"HOOKS_OFF":"1"}}'),
      /"allowEverywhere".*\(rule claude-settings\)$/m,
    ),
    denied('local Claude settings', write('@HOME@/.claude/settings.local.json'), /claude-settings/),
    denied('settings in a moved folder', write('@TMP@/cc/settings.json'), /claude-settings/, {
      env: { CLAUDE_CONFIG_DIR: '@TMP@/cc' },
    }),
    denied('a hook of the project', write('.claude/hooks/block-dangerous-rm.sh'), /claude-settings/),
    denied(
      "hookbox's configuration",
      open('write_file', { path: 'hookbox.json', content: '{}' }),
      /hookbox-config/,
    ),
    denied('the audit log', write('logs/tool-audit.jsonl', ''), /audit-log/),
    denied('a git hook', write('.git/hooks/pre-commit'), /git-internals/),
    denied('a worktree pointer', write('.git'), /git-internals/),
    denied(
      'OpenHarness settings',
      open('write_file', { path: '~/.openharness/settings.json', content: '{}' }),
      /harness-settings/,
    ),
    denied(
      'OpenHarness settings by its own tool',
      open('config', { action: 'set', key: 'permission.mode', value: 'full_auto' }),
      /^config would change .*harness-settings/,
    ),
    denied(
      'Codex hooks',
      codex('apply_patch', { command: '*** Begin Patch\n*** Delete File: .codex/hooks.json\n*** End Patch' }),
      /harness-settings/,
    ),
    denied('a shell profile', write('~/.bashrc'), /shell-profile/),
    passes('reading the settings', read('.claude/settings.json')),
    passes('showing the settings', open('config', { action: 'show' })),
    passes('reading git', read('.git/config')),
    passes('git exclude', write('.git/info/exclude')),
    passes('a command of Claude Code', write('.claude/commands/deploy.md')),
    passes('dotfiles in a repository', write('dotfiles/.bashrc')),
    passes('.gitignore', write('.gitignore', '.env\n')),
    passes('a workflow', write('.github/workflows/ci.yml')),
  ])
})

describe('patches', () => {
  const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
  hookTable(hook, [
    denied(
      'the second file of a patch',
      codex('apply_patch', {
        command: patch(
          '*** Update File: @PROJECT@/notes/a.txt',
          '@@',
          '+line',
          '*** Update File: @PROJECT@/.env',
          '@@',
          '+TOKEN=abc',
        ),
      }),
      /^apply_patch would change .*env-file/,
    ),
    denied(
      'Add File, relative',
      codex('apply_patch', { command: patch('*** Add File: .env', '+A=1') }),
      /env-file/,
    ),
    denied(
      'Move to',
      codex('apply_patch', {
        command: patch('*** Update File: a.txt', '*** Move to: .git/hooks/pre-commit', '@@', '+x'),
      }),
      /git-internals/,
    ),
    denied(
      'in an argument list',
      codex('apply_patch', { command: ['apply_patch', patch('*** Add File: .env', '+A=1')] }),
      /env-file/,
    ),
    denied(
      "Droid's field",
      codex('ApplyPatch', { input: patch('*** Update File: .env', '@@', '+A=1') }),
      /env-file/,
    ),
    denied(
      'a diff',
      codex('apply_patch', { patch: '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-A=1\n+A=2\n' }),
      /env-file/,
    ),
    denied('a patch without a file', codex('apply_patch', { command: 'nothing' }), /names no file/),
    passes(
      'a patch that speaks of it',
      codex('apply_patch', {
        command: patch('*** Update File: README.md', '@@', '+Copy .env.example to .env'),
      }),
    ),
    passes(
      'a diff of sources',
      codex('apply_patch', {
        patch: '--- a/src/env.ts\n+++ b/src/env.ts\n@@ -1 +1 @@\n-.env\n+.env.local\n',
      }),
    ),
  ])
})

describe('MCP tools', () => {
  hookTable(hook, [
    denied(
      'write_file',
      claude('mcp__filesystem__write_file', { path: '@PROJECT@/.env', content: 'x' }),
      /^mcp__filesystem__write_file would change/,
    ),
    denied(
      'read_text_file',
      claude('mcp__filesystem__read_text_file', { path: '.env' }),
      /bring up the content/,
    ),
    denied(
      'several paths',
      claude('mcp__filesystem__read_multiple_files', { paths: ['a.ts', '.env'] }),
      /env-file/,
    ),
    denied(
      'move_file',
      claude('mcp__filesystem__move_file', { source: '.claude/settings.json', destination: 'x.json' }),
      /claude-settings/,
    ),
    denied('an address', claude('mcp__ide__open', { uri: 'file://@PROJECT@/.e%6Ev' }), /env-file/),
    denied(
      'nested',
      claude('mcp__github__push_files', { files: [{ path: '.env', content: 'x' }] }),
      /env-file/,
    ),
    denied(
      'a configured field',
      claude('mcp__x__save', { Where_To: '.env' }),
      /env-file/,
      user({ mcpFields: ['whereto'] }),
    ),
    passes('a field nobody named', claude('mcp__x__save', { where_to: '.env' })),
    passes(
      'a copy of the settings',
      claude('mcp__filesystem__copy_file', { source: '.claude/settings.json', destination: 'x.json' }),
    ),
    passes('list_directory', claude('mcp__filesystem__list_directory', { path: '~/.ssh' })),
    passes('reading settings', claude('mcp__filesystem__read_file', { path: '.claude/settings.json' })),
    passes('a web address', claude('mcp__web__fetch', { uri: 'https://example.invalid/.env' })),
    passes('text', claude('mcp__github__create_issue', { title: '.env is missing', body: 'see .env' })),
    passes('no path at all', payloadLike('claude-code/PreToolUse.mcp.json')),
  ])
})

describe('options', () => {
  hookTable(hook, [
    {
      title: 'mode ask',
      payload: write('.env'),
      argv: ['--mode', 'ask'],
      exit: 0,
      stdout: /"permissionDecision":"ask"/,
    },
    {
      title: 'mode observe',
      payload: write('.env'),
      argv: ['--mode', 'observe'],
      exit: 0,
      stdout: /only observes; it would have said deny/,
    },
    passes('secrets may be read', read('.env'), user({ readSecrets: 'pass' })),
    denied('but not written', write('.env'), /env-file/, user({ readSecrets: 'pass' })),
    {
      title: 'reading asks',
      payload: read('.env'),
      exit: 0,
      stdout: /"permissionDecision":"ask"/,
      ...user({ readSecrets: 'ask' }),
    },
    denied(
      'reading controls is denied',
      read('.git/config'),
      /git-internals/,
      user({ readControls: 'deny' }),
    ),
    denied("a project's file can't open secrets", read('.env'), /env-file/, project({ readSecrets: 'pass' })),
    denied("a project's file can't loosen the user's", read('.env'), /env-file/, {
      world: {
        homeFiles: { '.config/hookbox/hookbox.json': '{"protect-sensitive-files":{"readSecrets":"deny"}}' },
        files: { 'hookbox.json': '{"protect-sensitive-files":{"readSecrets":"pass"}}' },
      },
    }),
    passes('allow in the project', write('.env.test'), project({ allow: ['.env.test'] })),
    denied('allow of another file', write('.env'), /env-file/, project({ allow: ['.env.test'] })),
    denied('a link behind an allowed name', read('.env.test'), /private-key/, {
      world: {
        files: { 'hookbox.json': '{"protect-sensitive-files":{"allow":[".env.test"]}}' },
        homeFiles: { '.ssh/id_rsa': '' },
      },
      setup: link('.env.test', '@HOME@/.ssh/id_rsa'),
    }),
    denied(
      'allow does not leave the project',
      read('~/.aws/credentials'),
      /cloud-credentials/,
      project({ allow: ['~/.aws/**', '**'] }),
    ),
    denied(
      'allow does not reach the controls',
      write('hookbox.json'),
      /hookbox-config/,
      project({ allow: ['**'] }),
    ),
    denied(
      "allowEverywhere of a project's file",
      write('hookbox.json'),
      /hookbox-config/,
      project({ allowEverywhere: ['**'] }),
    ),
    passes(
      'allowEverywhere of the user',
      write('.claude/settings.json'),
      user({ allowEverywhere: ['**/.claude/settings.json'] }),
    ),
    passes(
      'allowEverywhere outside the project',
      read('~/.aws/credentials'),
      user({ allowEverywhere: ['~/.aws/credentials'] }),
    ),
    passes(
      'an allowance that holds',
      write('.env'),
      user({ allow: [{ path: '.env', until: '2999-01-01', reason: 'move' }] }),
    ),
    denied(
      'an allowance that ended',
      write('.env'),
      /env-file/,
      user({ allow: [{ path: '.env', until: '2020-01-01' }] }),
    ),
    {
      title: 'a rule that asks',
      payload: write('.claude/settings.json'),
      exit: 0,
      stdout: /"permissionDecision":"ask"/,
      ...user({ ask: ['claude-settings'] }),
    },
    denied(
      'further globs',
      write('prod/values.yaml'),
      /protected by the user's configuration/,
      project({ protect: ['prod/**'] }),
    ),
    denied(
      'further globs are not read',
      read('prod/values.yaml'),
      /protected by the user's configuration/,
      project({ protect: ['prod/**'] }),
    ),
    passes(
      'protected from changes only',
      read('prod/values.yaml'),
      project({ protect: [{ path: 'prod/**', read: 'pass' }] }),
    ),
    denied(
      'and those are denied',
      write('prod/values.yaml'),
      /protected/,
      project({ protect: [{ path: 'prod/**', read: 'pass' }] }),
    ),
    denied(
      'a wrong option',
      write('a.txt'),
      /could not judge this.*hookbox\.json:1:\d+.*readSecret.*did you mean "readSecrets"/,
      project({ readSecret: 'deny' }),
    ),
    denied(
      'a wrong day',
      write('a.txt'),
      /could not judge this.*hookbox\.json/,
      project({ allow: [{ path: 'a', until: 'soon' }] }),
    ),
  ])
})

describe('every allowance that a reason offers', () => {
  const files = [
    '.env',
    'a b/[x].env',
    'certs/server.key',
    '.claude/settings.json',
    '~/.ssh/config',
    '/etc/passwd',
    '.git/hooks/x',
  ]
  test.each(files)('%s', async (file) => {
    const world = makeWorld()
    const call = async () => {
      const stdin = JSON.stringify({
        ...claude('Write', { file_path: file, content: 'x' }),
        cwd: world.project,
      })
      return callFunction(hook, { stdin, env: worldEnv(world), cwd: world.project })
    }
    const refused = await call()
    expect(refused.exit).toBe(2)
    const line = /the user can put (\{.*\}) into (\S+)\. \(rule/.exec(refused.stderr)
    const target = line?.[2]?.startsWith('~/')
      ? path.join(world.home, line[2].slice(2))
      : path.join(world.project, String(line?.[2]))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, String(line?.[1]))
    expect(await call()).toEqual({ exit: 0, stdout: '', stderr: '' })
  })
})

describe('spellings', () => {
  const world = makeWorld({ files: { 'src/a.ts': '', 'deep/er/b.ts': '' }, homeFiles: { '.ssh/id_rsa': '' } })
  fs.symlinkSync(world.project, path.join(world.tmp, 'way'))
  const exitOf = async (file_path: string) => {
    const stdin = JSON.stringify({ ...claude('Write', { file_path, content: 'x' }), cwd: world.project })
    return (await callFunction(hook, { stdin, env: worldEnv(world), cwd: world.project })).exit
  }
  const detour = fc.constantFrom('./', 'src/../', 'deep/er/../../', './/', 'nowhere/../', '././')
  const start = fc.constantFrom(
    '',
    `${world.project}/`,
    '~/project/',
    `${world.tmp}/way/`,
    `${world.project}/../project/`,
  )
  const end = fc.constantFrom('', '/', '/.', ' ', '//')
  const spelled = (names: readonly string[]) =>
    fc
      .tuple(start, fc.array(detour, { maxLength: 3 }), fc.constantFrom(...names), end)
      .map(([root, detours, name, tail]) => root + detours.join('') + name + tail)

  test('a protected file is denied however it is spelled', async () => {
    const names = [
      '.env',
      '.ENV',
      '.env.local',
      'server.key',
      '.git/config',
      '.claude/settings.json',
      'hookbox.json',
      'id_rsa',
    ]
    await fc.assert(
      fc.asyncProperty(spelled(names), async (file) => {
        expect(await exitOf(file), file).toBe(2)
      }),
      { numRuns: runs(150) },
    )
  })

  test('a look-alike passes however it is spelled', async () => {
    const names = [
      '.environment',
      'env.ts',
      '.env.example',
      'id_rsa.pub',
      '.gitignore',
      '.claude/agents/a.md',
      'hookbox.schema.json',
      'keys.ts',
    ]
    await fc.assert(
      fc.asyncProperty(spelled(names), async (file) => {
        expect(await exitOf(file), file).toBe(0)
      }),
      { numRuns: runs(150) },
    )
  })
})
