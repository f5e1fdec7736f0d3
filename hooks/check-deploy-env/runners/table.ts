/** How a task runner's command line is written. */
export interface Runner {
  readonly programs: string
  /** Its own words in front of the task's name, as in `Tool.writes`. */
  readonly words: readonly string[]
  readonly valued?: string
  /** Flags whose value is the folder it works in. */
  readonly folder?: string
  /** Flags with which it runs nothing. */
  readonly quiet?: string
  /** all: every operand is a task. first: what follows the first is for it. */
  readonly tasks: 'first' | 'all'
  readonly source?: 'package.json' | 'composer.json' | 'deno.json' | 'make' | 'just' | 'task'
}

const NPM_VALUED =
  '-w --workspace --loglevel --script-shell -F --filter --stage --configuration --env-file --config'

export const RUNNERS: readonly Runner[] = [
  {
    programs: 'npm',
    words: ['run|run-script|rum|urn'],
    valued: NPM_VALUED,
    folder: '--prefix -C',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'pnpm',
    words: ['run|run-script', ''],
    valued: NPM_VALUED,
    folder: '-C --dir',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'yarn',
    words: ['run', 'workspace * run', 'workspace *', 'workspaces foreach run', ''],
    valued: NPM_VALUED,
    folder: '--cwd',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'bun',
    words: ['run', ''],
    valued: NPM_VALUED,
    folder: '--cwd',
    tasks: 'first',
    source: 'package.json',
  },
  { programs: 'node', words: [], valued: '--run', tasks: 'first', source: 'package.json' },
  { programs: 'npm-run-all run-s run-p npm-run-all2', words: [''], tasks: 'all', source: 'package.json' },
  {
    programs: 'deno',
    words: ['task'],
    valued: '-c --config',
    folder: '--cwd',
    tasks: 'first',
    source: 'deno.json',
  },
  {
    programs: 'composer',
    words: ['run-script|run', ''],
    folder: '-d --working-dir',
    tasks: 'first',
    source: 'composer.json',
  },
  {
    programs: 'make gmake',
    words: [''],
    valued: '-f --file --makefile -o -W -I --eval',
    folder: '-C --directory',
    quiet: '-n --dry-run --just-print --recon -q --question -p --print-data-base',
    tasks: 'all',
    source: 'make',
  },
  {
    programs: 'just',
    words: [''],
    valued: '-f --justfile --shell --dotenv-path',
    folder: '-d --working-directory',
    quiet: '-n --dry-run -l --list -s --show --summary --dump --evaluate --choose --fmt',
    tasks: 'first',
    source: 'just',
  },
  {
    programs: 'task go-task',
    words: [''],
    valued: '-t --taskfile -o --output -C --concurrency -I --interval',
    folder: '-d --dir',
    quiet: '-n --dry -l --list -a --list-all --status --summary -i --init',
    tasks: 'all',
    source: 'task',
  },
  {
    programs: 'mise',
    words: ['run|r', 'tasks|task run', ''],
    valued: '-j --jobs -o --output',
    folder: '-C --cd',
    quiet: '-n --dry-run',
    tasks: 'first',
  },
  {
    programs: 'rake gulp grunt ant invoke inv poe tox nox earthly pants doit',
    words: [''],
    valued: '-f --file -c -e -s --session --gulpfile --gruntfile -r --require',
    quiet: '-n --dry-run -T --tasks -P --list -l -D',
    tasks: 'all',
  },
  { programs: 'rails bin/rails', words: [''], tasks: 'all' },
  {
    programs: 'nx',
    words: ['run', 'run-many', 'affected', ''],
    valued: '-t --target --targets -p --projects -c --configuration --base --head --parallel',
    quiet: '--graph',
    tasks: 'all',
  },
  {
    programs: 'turbo moon lage lerna wsrun bolt rush',
    words: ['run|run:*', ''],
    valued: '--filter -F --scope --concurrency',
    quiet: '--dry --dry-run',
    tasks: 'all',
  },
  { programs: 'hatch pdm devbox', words: ['run'], tasks: 'first' },
  { programs: 'dagger', words: ['call|run'], valued: '-m --mod', tasks: 'all' },
]
