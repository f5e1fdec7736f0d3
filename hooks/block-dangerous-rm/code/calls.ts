import type { Effect } from '../deletion.ts'

/** A function that deletes. */
export interface DeletingCall {
  readonly effect: Effect
  /** The chain in front of the name has to match; default: anything. */
  readonly receiver?: RegExp
  /** The object it is called on is the target: `Path(x).unlink()`. */
  readonly onReceiver?: boolean
  /** It takes folders only with this option: `rmSync(x, { recursive: true })`. */
  readonly option?: RegExp
  /** What it is without that option; undefined: harmless. */
  readonly without?: Effect
  /** What is in the folder goes, it stays itself. */
  readonly contents?: boolean
  /** Every argument is a target. */
  readonly many?: boolean
}

const RECURSIVE = /recursive\W+(?:true|True|1|!0)|recursive ,|recursive$/
const FS = /(?:^|\.)(?:fs|fsp|fse|fsPromises|promises|node_fs|\))$|^$/
const FILE_UTILS = /FileUtils$/

/** By the last name of the call. */
export const DELETING: ReadonlyMap<string, readonly DeletingCall[]> = new Map<
  string,
  readonly DeletingCall[]
>([
  ['rmtree', [{ effect: 'tree', many: true }]],
  ['remove_tree', [{ effect: 'tree', many: true }]],
  ['removedirs', [{ effect: 'perhaps', receiver: /^os$/ }]],
  [
    'remove',
    [
      { effect: 'files', receiver: /^(?:os|File|FileUtils)$|^$/ },
      { effect: 'tree', receiver: /^Deno$/, option: RECURSIVE, without: 'files' },
      { effect: 'tree', receiver: /^(?:fse|fsExtra|fs_extra)$/ },
      { effect: 'tree', receiver: /^fs$/ },
    ],
  ],
  [
    'removeSync',
    [{ effect: 'tree', receiver: /^Deno$/, option: RECURSIVE, without: 'files' }, { effect: 'tree' }],
  ],
  [
    'unlink',
    [
      { effect: 'files', receiver: /\)$/, onReceiver: true },
      { effect: 'files', many: true },
    ],
  ],
  ['unlinkSync', [{ effect: 'files' }]],
  [
    'rm',
    [
      { effect: 'files', receiver: FILE_UTILS, many: true },
      { effect: 'tree', receiver: FS, option: RECURSIVE, without: 'files' },
    ],
  ],
  ['rmSync', [{ effect: 'tree', option: RECURSIVE, without: 'files' }]],
  ['rmdirSync', [{ effect: 'tree', option: RECURSIVE }]],
  ['rmdir', [{ effect: 'tree', receiver: FS, option: RECURSIVE }]],
  ['emptyDirSync', [{ effect: 'tree', contents: true }]],
  ['emptyDir', [{ effect: 'tree', contents: true }]],
  ['emptydirSync', [{ effect: 'tree', contents: true }]],
  ['rimraf', [{ effect: 'tree' }]],
  ['rimrafSync', [{ effect: 'tree' }]],
  ['sync', [{ effect: 'tree', receiver: /(?:rimraf|del)['"]?\)?$/ }]],
  ['del', [{ effect: 'tree', receiver: /^$/ }]],
  ['deleteAsync', [{ effect: 'tree' }]],
  ['deleteSync', [{ effect: 'tree' }]],
  ['rm_rf', [{ effect: 'tree', many: true }]],
  ['rm_r', [{ effect: 'tree', many: true }]],
  ['rm_f', [{ effect: 'files', receiver: FILE_UTILS, many: true }]],
  ['remove_dir', [{ effect: 'tree' }]],
  ['remove_entry', [{ effect: 'tree' }]],
  ['remove_entry_secure', [{ effect: 'tree' }]],
  ['delete', [{ effect: 'files', receiver: /^File$/, many: true }]],
])

/** Functions that run a command: with a text for a shell, or with its words. */
export const RUNNING: ReadonlyMap<string, RegExp> = new Map([
  ...[
    'system',
    'popen',
    'execSync',
    'spawnSync',
    'spawn',
    'execFile',
    'execFileSync',
    'check_call',
    'check_output',
    'Popen',
    'getoutput',
    'getstatusoutput',
    'shell_exec',
    'passthru',
    'proc_open',
    'execvp',
    'execv',
    'execlp',
    'execl',
    'execa',
    'execaSync',
    'execaCommand',
    'create_subprocess_exec',
    'create_subprocess_shell',
    'capture2',
    'capture3',
  ].map((name) => [name, /(?:)/] as const),
  ['exec', /^(?:child_process|cp|childProcess|Kernel|util|promisify)?$|\)$/],
  ['run', /^(?:subprocess|sp|sh|anyio)?$/],
  ['call', /^(?:subprocess|sp)?$/],
  ['Command', /^(?:Deno)?$/],
])

/** Their first argument is the program and is said again in the list of words. */
export const NAMES_TWICE = /^exec(?:l|lp|v|vp)e?$/
