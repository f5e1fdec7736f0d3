/** A program that runs another one, with what it says about where that goes. */
export interface Launcher {
  readonly programs: string
  /** Its own words in front of the command, as in `Tool.writes`. */
  readonly words: readonly string[]
  readonly valued?: string
  /** Flags whose value names the target of what it runs. */
  readonly target?: string
  /** The operand after `words` names the target. */
  readonly first?: 'target'
  /** Its flags may also stand behind the command. */
  readonly anywhere?: true
  /** What it runs runs there, not here. */
  readonly remote?: true
}

/** The reader of shell text unwraps most of them; these say something, or are left to us. */
export const LAUNCHERS: readonly Launcher[] = [
  { programs: 'python python3 py', words: [], valued: '-m' },
  {
    programs: 'aws-vault aws-okta saml2aws granted',
    words: ['exec|e'],
    valued: '-d --duration --region -p',
    first: 'target',
    target: '-a --idp-account --exec-profile --profile',
  },
  { programs: 'doppler', words: ['run'], valued: '-p --project -t --token --scope', target: '-c --config' },
  { programs: 'infisical', words: ['run'], valued: '--path --projectId --domain', target: '--env -e' },
  { programs: 'op', words: ['run'], target: '--env-file --account' },
  { programs: 'dotenvx', words: ['run'], target: '-f --env-file -fv' },
  {
    programs: 'dotenv dotenv-cli env-cmd',
    words: [''],
    valued: '-v -p',
    target: '-e -f --file --environments -c',
  },
  { programs: 'nix', words: ['run'], valued: '--override-input --option -I' },
  { programs: 'chamber', words: ['exec'], first: 'target' },
  { programs: 'envchain', words: [''], first: 'target' },
  { programs: 'teller vault-exec berglas', words: ['run|exec'], valued: '-c --config' },
  {
    programs: 'heroku',
    words: ['run'],
    valued: '-s --size --type -e --env',
    target: '-a --app -r --remote',
    remote: true,
    anywhere: true,
  },
  {
    programs: 'gcloud',
    words: ['compute ssh', 'beta|alpha compute ssh'],
    valued: '--zone --project --command --ssh-flag --ssh-key-file --account --configuration',
    first: 'target',
    remote: true,
  },
  {
    programs: 'fly flyctl',
    words: ['ssh console'],
    valued: '-C --command -u --user -r --region -o --org',
    target: '-a --app',
    remote: true,
  },
]

/** Package names whose program is called otherwise. */
export const PROGRAM_OF: Readonly<Record<string, string>> = {
  'netlify-cli': 'netlify',
  'aws-cdk': 'cdk',
  'cdktf-cli': 'cdktf',
  'firebase-tools': 'firebase',
  '@railway/cli': 'railway',
  '@shopify/cli': 'shopify',
  '@changesets/cli': 'changeset',
  'eas-cli': 'eas',
  '@aws-amplify/cli': 'amplify',
  '@aws-amplify/backend-cli': 'ampx',
  '@vscode/vsce': 'vsce',
  'ansible.cli.playbook': 'ansible-playbook',
}
