/**
 * Watches the C side of the native program: libFuzzer on what handles bytes of others, then whole
 * calls under AddressSanitizer with UndefinedBehaviorSanitizer, and under valgrind. Linux; needs
 * clang with its runtime, and valgrind (Debian's clang and valgrind).
 *
 *   npm run check-native-code                  60 seconds of fuzzing
 *   npm run check-native-code -- --seconds 10
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { cFolder, ENGINE } from './native/compiler.ts'
import { quickjsSource } from './native/fetched.ts'
import { OURS } from './native/native.ts'
import { compiledProgram } from './native/program.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const root = path.resolve(import.meta.dirname, '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-watched-'))
const SANITIZERS = '-fsanitize=address,undefined'
const DEFINES = ['-D_GNU_SOURCE', '-DCONFIG_VERSION="watched"']
/** Of an image; small, so that they are filled. */
const AREAS = ['HOT', 'WARM', 'COLD'].map((region) => `-D${region}_AREA=65536`)
const common = ['-g1', '-gdwarf-4', '-O1', '-fno-omit-frame-pointer', ...DEFINES]
let passed = 0

try {
  fuzz()
  const code = await programFile()
  calls('AddressSanitizer', [
    compiled('hookbox-watched', [SANITIZERS, '-fno-sanitize-recover=all', '-fno-sanitize=function'], code),
  ])
  const valgrind = [
    'valgrind',
    '--quiet',
    '--error-exitcode=99',
    '--main-stacksize=60000000',
    '--trace-children=no',
  ]
  calls('valgrind', [...valgrind, compiled('hookbox-plain', [], code)])
  process.stdout.write(`${passed} passed, 0 failed\n`)
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

function must(program: string, args: readonly string[], cwd = cFolder): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.slice(-4000)}`)
  return `${stdout}${stderr}`
}

function fuzz(): void {
  const program = path.join(folder, 'fuzz')
  const sources = ['fuzz.c', 'utf8.c', 'sha256.c', 'heap.c', 'layout.c', 'lz4.c']
  const include = ['-isystem', quickjsSource(), '-DHEAP_AREA=65536', '-DHEAP_IMAGE', ...AREAS]
  must('clang', [
    ...common,
    '-fsanitize=fuzzer,address,undefined',
    '-fno-sanitize-recover=all',
    ...include,
    ...sources,
    '-o',
    program,
  ])
  const corpus = path.join(folder, 'corpus')
  fs.mkdirSync(corpus)
  const said = must(
    program,
    [`-max_total_time=${values.seconds}`, '-max_len=4096', '-print_final_stats=1', corpus],
    folder,
  )
  const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(said)?.[1] ?? '0'
  if (Number(runs) < 1000) throw new Error(`the fuzzer ran ${runs} times only`)
  process.stdout.write(`libFuzzer: ${runs} inputs in ${values.seconds} s\n`)
  passed++
}

async function programFile(): Promise<string> {
  const file = path.join(folder, 'program.bin')
  fs.writeFileSync(file, (await compiledProgram(path.join(root, 'hooks/registry.ts'), false)).later)
  return file
}

/** The engine is compiled once and not watched itself: its own project does that. */
function engineObjects(): string[] {
  return ENGINE.map((file) => {
    const output = path.join(folder, `${file}.o`)
    if (!fs.existsSync(output)) {
      must('clang', ['-O0', ...DEFINES, '-w', '-c', path.join(quickjsSource(), `${file}.c`), '-o', output])
    }
    return output
  })
}

/** The program; its blocks are malloc's, which the watchers know. */
function compiled(name: string, flags: readonly string[], code: string): string {
  const output = path.join(folder, name)
  const defines = ['-DHEAP_MALLOC', `-DPROGRAM_INCBIN="${code}"`, '-isystem', quickjsSource()]
  const ours = [...OURS, 'os-posix.c']
  must('clang', [...common, ...flags, ...defines, ...ours, ...engineObjects(), '-lm', '-o', output])
  return output
}

/** Whole calls: what they answer, and that the watcher has nothing to say. */
function calls(watcher: string, [program = '', ...first]: readonly string[]): void {
  const cwd = path.join(folder, 'project')
  fs.mkdirSync(path.join(cwd, 'src'), { recursive: true })
  must('git', ['init', '-q'], cwd)
  // Records are chained, so that the log is read from an offset, and wait for a sender that is started.
  const home = path.join(folder, 'home')
  const put = (file: string, text: string, mode = 0o600) => {
    fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
    fs.writeFileSync(path.join(home, file), text, { mode })
  }
  const sinks = [{ type: 'http', url: 'http://127.0.0.1:9/' }]
  put('.config/hookbox/hookbox.json', JSON.stringify({ 'audit-tool-call': { chain: true, sinks } }))
  put('bin/hookbox', '#!/bin/sh\nexit 0\n', 0o755)
  const bash = (command: string) =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      session_id: 's',
      tool_input: { command },
      cwd,
    })
  const deep = bash('ls').replace('"ls"', `"ls", "x": ${'['.repeat(3000)}${']'.repeat(3000)}`)
  const table: readonly (readonly [
    hook: string,
    input: string | Uint8Array,
    exit: number,
    ...words: string[],
  ])[] = [
    ['block-dangerous-rm', bash('git status && npm test | tail'), 0],
    ['block-dangerous-rm', bash('rm -rf /'), 2],
    ['block-dangerous-rm', bash('rm -rf build "$X" $(mktemp -d)'), 2],
    ['block-destructive-git', bash('git reset --hard; git clean -fdx'), 2],
    ['block-sudo', bash('sudo ls'), 2],
    ['block-sudo', deep, 2],
    ['block-sudo', '', 2],
    ['block-sudo', Uint8Array.of(0x7b, 0xff, 0xc3, 0x28, 0xf0, 0x9f), 2],
    ['block-sudo', bash('sudo \u0000 \ud800 \u{1f600}'), 2],
    ['protect-sensitive-files', bash('cat .env ~/.ssh/id_rsa'), 2],
    ['check-deploy-env', bash('kubectl apply -f . && terraform apply'), 2],
    ['audit-tool-call', bash('ls'), 0],
    ['audit-tool-call', bash('echo token=ghp_0123456789abcdefghij0123456789abcdef'), 0],
    [
      'verify-before-stop',
      JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd }),
      2,
      '--set',
      'commands=["sleep 0.1; exit 1"]',
    ],
    [
      'prepare-session-context',
      JSON.stringify({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's', cwd }),
      0,
    ],
    ['block-sudo', '', 0, '--help'],
    ['block-sudo', '', 2, '--explain', 'sudo ls'],
  ]
  for (const [hook, input, exit, ...words] of table) {
    const { status, stderr } = spawnSync(program, [...first, hook, ...words], {
      cwd,
      input,
      encoding: 'utf8',
      env: {
        PATH: `${path.join(home, 'bin')}:${process.env['PATH']}`,
        HOME: home,
        ASAN_OPTIONS: 'detect_leaks=0:detect_stack_use_after_return=0',
      },
    })
    const found = /ERROR: AddressSanitizer|runtime error|==\d+==/.test(stderr)
    if (found || (status !== exit && !words.includes('--explain'))) {
      throw new Error(
        `${watcher}: ${hook} ${words.join(' ')} ${String(input).slice(0, 200)}: exit ${status}, expected ${exit}\n${stderr.slice(0, 4000)}`,
      )
    }
    passed++
  }
  process.stdout.write(`${watcher}: ${table.length} calls\n`)
}
