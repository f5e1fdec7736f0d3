import * as path from 'node:path'

/** What a handler of these cases does: it leaves its name in a file. `HOME` is put in later. */
const says = (name: string, more: object = {}) => ({
  type: 'command',
  command: `echo ${name} >> HOME/log`,
  ...more,
})
const pre = (...hooks: object[]) => ({ PreToolUse: [{ matcher: 'Bash', hooks }] })
const json = (value: unknown) => JSON.stringify(value)

const CACHE = '.claude/plugins/cache/tools'

/** A marketplace that was fetched, and plugins that were installed from it. */
function installed(names: readonly string[], more: Readonly<Record<string, object>> = {}) {
  const records = names.map((name) => [
    `${name}@tools`,
    [{ scope: 'user', installPath: `HOME/${CACHE}/${name}/1.0.0`, version: '1.0.0', ...more[name] }],
  ])
  return {
    '.claude/plugins/installed_plugins.json': json({ version: 2, plugins: Object.fromEntries(records) }),
    '.claude/plugins/known_marketplaces.json': json({
      tools: {
        source: { source: 'github', repo: 'dev/tools' },
        installLocation: 'HOME/market',
        lastUpdated: '2026-01-01T00:00:00Z',
      },
    }),
    'market/.claude-plugin/marketplace.json': json({
      name: 'tools',
      owner: { name: 'dev' },
      plugins: names.map((name) => ({ name, source: `./${name}`, version: '1.0.0' })),
    }),
  }
}

const manifest = (name: string, fields: object = {}) => ({
  [`${CACHE}/${name}/1.0.0/.claude-plugin/plugin.json`]: json({ name, ...fields }),
})
const hooksFile = (name: string, value: object, file = 'hooks/hooks.json') => ({
  [`${CACHE}/${name}/1.0.0/${file}`]: json(value),
})
const on = (...names: string[]) => ({
  enabledPlugins: Object.fromEntries(names.map((name) => [`${name}@tools`, true])),
})

/** Plugins whose one hook says their name. */
const plain = (...names: string[]) =>
  Object.assign({}, ...names.flatMap((name) => [manifest(name), hooksFile(name, { hooks: pre(says(name)) })]))

const markdown = (fields: string) => `---\n${fields}\n---\nDo it.\n`
/** Of a tool event for Bash alone: the calls of Skill and Agent are not what is played. */
const yamlHooks = (event: string, ...commands: string[]) =>
  `  ${event}:\n    - ${event === 'PreToolUse' ? 'matcher: Bash\n      ' : ''}hooks:\n${commands.map((command) => `        - type: command\n          command: ${command}\n`).join('')}`.trimEnd()

export interface BearerCase {
  readonly name: string
  readonly settings?: object
  readonly hooks?: Readonly<Record<string, readonly { matcher?: string; hooks: readonly object[] }[]>>
  /** Below the home; the project is `project/`. */
  readonly files: Readonly<Record<string, string>>
  /** Folders for `--plugin-dir`, below the home. */
  readonly pluginDirs?: readonly string[]
  /** The skill that is used; `sk` unless given. */
  readonly skill?: string
  /** The agent that is started, if its file is there; `ag` unless given. */
  readonly agent?: string
  /** Whether somebody has accepted the trust dialog in the project. */
  readonly trusted?: boolean
}

/** Where hooks come from besides settings files; what runs is asked of the real client. */
export const BEARER_CASES: readonly BearerCase[] = [
  {
    name: 'a file, the manifest, and what both have',
    settings: on('p'),
    hooks: pre(says('settings'), says('shared')),
    files: {
      ...installed(['p']),
      ...manifest('p', { hooks: pre(says('inline'), says('both')) }),
      ...hooksFile('p', { hooks: pre(says('file'), says('both'), says('shared')) }),
    },
  },
  {
    name: 'its folders, in shell and exec form, and its options',
    settings: {
      ...on('p'),
      pluginConfigs: { 'p@tools': { options: { level: 'high' } } },
    },
    files: {
      ...installed(['p']),
      ...manifest('p', { userConfig: { level: { type: 'string', title: 'Level', description: 'Level' } } }),
      ...hooksFile('p', {
        hooks: pre(
          {
            type: 'command',
            command:
              'echo "$CLAUDE_PLUGIN_ROOT ${CLAUDE_PLUGIN_DATA} $CLAUDE_PLUGIN_OPTION_LEVEL" >> HOME/log',
          },
          {
            type: 'command',
            command: 'sh',
            args: ['-c', 'echo "$0" >> HOME/log', '${CLAUDE_PLUGIN_ROOT} ${user_config.level}'],
          },
          { type: 'command', command: 'echo ${user_config.level} >> HOME/log' },
        ),
      }),
    },
  },
  {
    name: 'a settings hook that names the folder of a plugin',
    hooks: pre(says('"x${CLAUDE_PLUGIN_ROOT}"'), says('"y$CLAUDE_PLUGIN_ROOT"')),
    files: {},
  },
  ...[
    { user: 1, project: 9 },
    { user: 9, project: 1 },
  ].map(({ user, project }) => {
    const slow = (timeout: number) =>
      pre({ type: 'command', command: 'sleep 2; echo done >> HOME/log', timeout })
    return {
      name: `of equal ones the last runs: ${user} s for the user, ${project} s for the project`,
      hooks: slow(user),
      files: { 'project/.claude/settings.json': json({ hooks: slow(project) }) },
    }
  }),
  {
    name: 'on for the user, off in the project, on in the local file',
    settings: on('p', 'q', 'r'),
    files: {
      ...installed(['p', 'q', 'r']),
      ...plain('p', 'q', 'r'),
      'project/.claude/settings.json': json({ enabledPlugins: { 'p@tools': false, 'q@tools': false } }),
      'project/.claude/settings.local.json': json({ enabledPlugins: { 'q@tools': true } }),
    },
  },
  {
    name: 'installed for another project, not installed, not listed',
    settings: on('p', 'q', 'r', 's'),
    files: {
      ...installed(['p', 'q'], {
        p: { scope: 'project', projectPath: '/elsewhere' },
        q: { scope: 'project', projectPath: 'HOME/project' },
      }),
      ...plain('p', 'q', 'r'),
    },
  },
  {
    name: 'installed and never turned on',
    files: { ...installed(['p']), ...manifest('p'), ...hooksFile('p', { hooks: pre(says('p')) }) },
  },
  {
    name: 'a marketplace that is a folder needs no record',
    settings: on('p', 'q'),
    files: {
      '.claude/plugins/known_marketplaces.json': json({
        tools: {
          source: { source: 'directory', path: 'HOME/market' },
          installLocation: 'HOME/market',
          lastUpdated: '2026-01-01T00:00:00Z',
        },
      }),
      'market/.claude-plugin/marketplace.json': json({
        name: 'tools',
        owner: { name: 'dev' },
        metadata: { pluginRoot: './plugins' },
        plugins: [
          { name: 'p', source: './plugins/p' },
          { name: 'q', source: 'q' },
        ],
      }),
      'market/plugins/p/hooks/hooks.json': json({ hooks: pre(says('p')) }),
      'market/plugins/q/hooks/hooks.json': json({ hooks: pre(says('q')) }),
    },
  },
  {
    name: 'a marketplace that is a file, one that is only declared, and what they fetch',
    settings: {
      enabledPlugins: { 'p@tools': true, 'q@tools': true, 'r@more': true, 's@far': true },
      extraKnownMarketplaces: {
        more: { source: { source: 'file', path: 'HOME/more/.claude-plugin/marketplace.json' } },
        far: { source: { source: 'github', repo: 'dev/far' } },
      },
    },
    files: {
      '.claude/plugins/known_marketplaces.json': json({
        tools: {
          source: { source: 'file', path: 'HOME/market/.claude-plugin/marketplace.json' },
          installLocation: 'HOME/market',
          lastUpdated: '2026-01-01T00:00:00Z',
        },
      }),
      'market/.claude-plugin/marketplace.json': json({
        name: 'tools',
        owner: { name: 'dev' },
        plugins: [
          { name: 'p', source: './p' },
          { name: 'q', source: { source: 'github', repo: 'dev/q' } },
        ],
      }),
      'market/p/hooks/hooks.json': json({ hooks: pre(says('p')) }),
      'more/.claude-plugin/marketplace.json': json({
        name: 'more',
        owner: { name: 'dev' },
        plugins: [{ name: 'r', source: './r' }],
      }),
      'more/r/hooks/hooks.json': json({ hooks: pre(says('r')) }),
      '.claude/plugins/installed_plugins.json': json({
        version: 2,
        plugins: {
          'q@tools': [{ scope: 'user', installPath: `HOME/${CACHE}/q/1.0.0`, version: '1.0.0' }],
          's@far': [{ scope: 'user', installPath: `HOME/${CACHE}/s/1.0.0`, version: '1.0.0' }],
        },
      }),
      ...plain('q', 's'),
    },
  },
  {
    name: 'hooks that the marketplace gives a plugin',
    settings: on('p'),
    files: {
      ...installed(['p']),
      ...manifest('p'),
      ...hooksFile('p', { hooks: pre(says('own')) }),
      'market/.claude-plugin/marketplace.json': json({
        name: 'tools',
        owner: { name: 'dev' },
        plugins: [
          { name: 'p', source: './p', version: '1.0.0', hooks: { Stop: [{ hooks: [says('given')] }] } },
        ],
      }),
    },
  },
  {
    name: 'a guard that can not be loaded takes the plugin with it',
    settings: on('p', 'q'),
    files: {
      ...installed(['p', 'q']),
      ...manifest('p', { hooks: { UserPromptSubmit: [{ hooks: [says('prompt')] }] } }),
      ...hooksFile('p', { hooks: pre({ type: 'command' }, says('p')) }),
      ...manifest('q'),
      ...hooksFile('q', {
        hooks: { Stop: [{ hooks: [{ type: 'command' }, says('stop')] }], ...pre(says('q')) },
      }),
    },
  },
  {
    name: 'a file that is no JSON loses its own hooks',
    settings: on('p'),
    files: {
      ...installed(['p']),
      ...manifest('p', { hooks: pre(says('inline')) }),
      [`${CACHE}/p/1.0.0/hooks/hooks.json`]: '{',
    },
  },
  {
    name: 'no "hooks" around the events; one too many; no name; a path without ./',
    settings: on('p', 'q', 'r', 's'),
    files: {
      ...installed(['p', 'q', 'r', 's']),
      ...manifest('p'),
      ...hooksFile('p', pre(says('p'))),
      ...manifest('q', { hooks: { hooks: pre(says('q')) } }),
      [`${CACHE}/r/1.0.0/.claude-plugin/plugin.json`]: '{}',
      ...hooksFile('r', { hooks: pre(says('r')) }),
      ...manifest('s', { hooks: 'more.json' }),
      ...hooksFile('s', { hooks: pre(says('s')) }),
    },
  },
  {
    name: 'files and hooks in a list, one of them gone',
    settings: on('p'),
    files: {
      ...installed(['p']),
      ...manifest('p', { hooks: ['./more.json', './gone.json', './hooks/hooks.json', pre(says('listed'))] }),
      ...hooksFile('p', { hooks: pre(says('more')) }, 'more.json'),
      ...hooksFile('p', { hooks: pre(says('standard')) }),
    },
  },
  {
    name: 'plugins of --plugin-dir and of skills folders, trusted',
    trusted: true,
    pluginDirs: ['mine'],
    files: {
      'mine/.claude-plugin/plugin.json': json({ name: 'mine' }),
      'mine/hooks/hooks.json': json({ hooks: pre(says('"mine $CLAUDE_PLUGIN_DATA"')) }),
      '.claude/skills/u/.claude-plugin/plugin.json': json({ name: 'u' }),
      '.claude/skills/u/hooks/hooks.json': json({ hooks: pre(says('user-skills')) }),
      'project/.claude/skills/s/.claude-plugin/plugin.json': json({ name: 's' }),
      'project/.claude/skills/s/hooks/hooks.json': json({ hooks: pre(says('project-skills')) }),
    },
  },
  {
    name: 'a plugin of a skills folder that nobody trusts',
    files: {
      'project/.claude/skills/s/.claude-plugin/plugin.json': json({ name: 's' }),
      'project/.claude/skills/s/hooks/hooks.json': json({ hooks: pre(says('project-skills')) }),
    },
  },
  {
    name: 'disableAllHooks',
    settings: { ...on('p'), disableAllHooks: true },
    files: {
      ...installed(['p']),
      ...manifest('p'),
      ...hooksFile('p', { hooks: pre(says('p')) }),
      'project/.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo skill >> HOME/log')}`,
      ),
    },
  },
  ...[true, false].map((trusted) => ({
    name: `a skill and an agent, ${trusted ? 'trusted' : 'not trusted'}`,
    trusted,
    hooks: pre(says('settings'), says('shared')),
    files: {
      'project/.claude/skills/sk/SKILL.md': markdown(
        `name: another\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo "skill $CLAUDE_PLUGIN_ROOT" >> HOME/log', 'echo shared >> HOME/log')}\n${yamlHooks('Stop', 'echo skill-stop >> HOME/log')}`,
      ),
      'project/.claude/agents/ag.md': markdown(
        `name: ag\ndescription: An agent\nhooks:\n${yamlHooks('PreToolUse', 'echo "agent $CLAUDE_PLUGIN_ROOT" >> HOME/log', 'echo shared >> HOME/log')}\n${yamlHooks('Stop', 'echo agent-stop >> HOME/log')}`,
      ),
    },
  })),
  {
    name: 'the start and the end of an agent',
    hooks: {
      SubagentStart: [{ hooks: [says('settings-start')] }],
      SubagentStop: [{ matcher: 'ag', hooks: [says('settings-stop')] }],
    },
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('SubagentStart', 'echo skill-start >> HOME/log')}\n${yamlHooks('SubagentStop', 'echo skill-stop >> HOME/log')}`,
      ),
      '.claude/agents/ag.md': markdown(
        `name: ag\ndescription: An agent\nhooks:\n${yamlHooks('SubagentStart', 'echo agent-start >> HOME/log')}\n${yamlHooks('SubagentStop', 'echo agent-stop >> HOME/log')}\n${yamlHooks('Stop', 'echo agent-end >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a skill and an agent of a plugin',
    skill: 'p:sk',
    agent: 'p:ag',
    settings: on('p'),
    files: {
      ...installed(['p']),
      ...manifest('p'),
      [`${CACHE}/p/1.0.0/skills/sk/SKILL.md`]: markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo "skill $CLAUDE_PLUGIN_ROOT $CLAUDE_PLUGIN_DATA" >> HOME/log')}`,
      ),
      [`${CACHE}/p/1.0.0/agents/ag.md`]: markdown(
        `name: ag\ndescription: An agent\nhooks:\n${yamlHooks('PreToolUse', 'echo agent >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a plugin that is a skill itself',
    settings: on('p'),
    skill: 'p:p',
    files: {
      ...installed(['p']),
      ...manifest('p'),
      [`${CACHE}/p/1.0.0/SKILL.md`]: markdown(
        `name: p\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo "skill $CLAUDE_PLUGIN_ROOT" >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a skill where the manifest says',
    settings: on('p'),
    skill: 'p:extra',
    files: {
      ...installed(['p']),
      ...manifest('p', { skills: './more' }),
      [`${CACHE}/p/1.0.0/more/extra/SKILL.md`]: markdown(
        `name: extra\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo "skill $CLAUDE_PLUGIN_ROOT" >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a command of a plugin',
    settings: on('p'),
    skill: 'p:deploy',
    files: {
      ...installed(['p']),
      ...manifest('p'),
      [`${CACHE}/p/1.0.0/commands/deploy.md`]: markdown(
        `name: deploy\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo "skill $CLAUDE_PLUGIN_ROOT" >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a command in a folder',
    skill: 'deep:deploy',
    files: {
      'project/.claude/commands/deep/deploy.md': markdown(
        `description: A command\nhooks:\n${yamlHooks('PreToolUse', 'echo "command $CLAUDE_PLUGIN_ROOT" >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'of one name: the skill of the user, the agent of the project',
    trusted: true,
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo skill-user >> HOME/log')}`,
      ),
      'project/.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo skill-project >> HOME/log')}`,
      ),
      '.claude/agents/deep/ag.md': markdown(
        `name: ag\ndescription: An agent\nhooks:\n${yamlHooks('PreToolUse', 'echo agent-user >> HOME/log')}`,
      ),
      'project/.claude/agents/ag.md': markdown(
        `name: ag\ndescription: An agent\nhooks:\n${yamlHooks('PreToolUse', 'echo agent-project >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a colon in a description is forgiven',
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: Use when: it rains\nhooks:\n${yamlHooks('PreToolUse', 'echo skill >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a colon in a command is not',
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n${yamlHooks('PreToolUse', 'echo a: b >> HOME/log')}`,
      ),
    },
  },
  {
    name: 'a skill with lines as on Windows, in the short form, with an event that is none',
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        'name: sk\ndescription: A skill\nhooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: "echo skill >> HOME/log"}]}], Nope: []}',
      ).replaceAll('\n', '\r\n'),
    },
  },
  {
    name: 'a skill with a guard that can not be loaded',
    files: {
      '.claude/skills/sk/SKILL.md': markdown(
        `name: sk\ndescription: A skill\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n${yamlHooks('Stop', 'echo stop >> HOME/log')}`,
      ),
    },
  },
]

/** The files of a case with `HOME` put in, the trust among them. */
export function filesOf({ files, trusted }: BearerCase, home: string): Record<string, string> {
  const project = path.posix.join(home, 'project')
  const state = { projects: trusted ? { [project]: { hasTrustDialogAccepted: true } } : {} }
  const all = { ...files, '.claude.json': json(state) }
  return Object.fromEntries(Object.entries(all).map(([file, text]) => [file, text.replaceAll('HOME', home)]))
}
