import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { inject } from 'vitest'
import { commandLine } from '../../src/process/windows-command-line.ts'
import type { Answer } from '../support/call.ts'
import { emulator } from '../support/engine.ts'
import type { Step } from './host-probe.ts'

/** The native programs of other platforms, each in its emulator. */

export interface Made {
  /** Holds the probe's programs, the tool and the emulator's own files. */
  readonly folder: string
  readonly wine: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    made: Made
  }
}

interface Call {
  readonly argv?: readonly string[]
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  readonly cwd: string
  readonly home: string
}

export interface Platform {
  readonly name: 'linux-arm64' | 'win32-x64'
  /** A path of this machine as programs of the platform name it. */
  seen(file: string): string
  /** `hookbox` with these words. */
  call(call: Call): Promise<Answer>
  /** What the functions of the Host interface give there. */
  probe(steps: readonly Step[], call: Omit<Call, 'argv' | 'stdin'>): Promise<unknown[]>
}

const dist = path.resolve(import.meta.dirname, '../../dist/native')

/** The environment of every call: no program but those of the system's own folder. */
export const PATHS = { linux: '/nowhere', windows: 'C:\\windows\\system32' }

const arm64: Platform = {
  name: 'linux-arm64',
  seen: (file) => file,
  call: (call) => onArm64(path.join(dist, 'linux-arm64/hookbox'), call),
  probe: async (steps, call) =>
    probed(
      await onArm64(path.join(inject('made').folder, 'linux-arm64/hookbox'), {
        ...call,
        ...probeCall(steps),
      }),
    ),
}

function onArm64(program: string, { argv = [], stdin = '', env = {}, cwd, home }: Call): Promise<Answer> {
  return run([emulator('aarch64'), program, ...argv], {
    stdin,
    cwd,
    env: { PATH: PATHS.linux, HOME: home, USER: 'dev', ...env },
  })
}

export const windows: Platform = {
  name: 'win32-x64',
  seen: inWine,
  call: (call) => onWindows({ ...call, input: 'pipe' }),
  probe: async (steps, call) =>
    probed(
      await onWindows({
        ...call,
        ...probeCall(steps),
        input: 'pipe',
        program: path.join(inject('made').folder, 'win32-x64/hookbox.exe'),
      }),
    ),
}

export const PLATFORMS: readonly Platform[] = [arm64, windows]

const probeCall = (steps: readonly Step[]) => ({
  argv: ['probe'],
  stdin: JSON.stringify({ event: 'pre_tool_use', tool_name: 'bash', tool_input: { steps } }),
})

function probed({ exit, stdout, stderr }: Answer): unknown[] {
  if (exit !== 0) throw new Error(`the probe ended with ${exit}: ${stderr}`)
  return JSON.parse(stdout) as unknown[]
}

/** Wine has the whole disk as its drive Z. */
export function inWine(file: string): string {
  return `Z:${file}`
}

export interface WindowsCall extends Call {
  /** What standard input is (windows-tool.c); its content is `stdin`. */
  readonly input: 'none' | 'nul' | 'file' | 'pipe' | 'open' | 'overlapped' | 'nowait'
  /** Both outputs are one handle; what comes is in `stdout`. */
  readonly oneOutput?: boolean
  /** Default: hookbox.exe. */
  readonly program?: string
  /** The whole command line, instead of one made of `argv`. */
  readonly line?: string
}

/** The tool starts it, since Wine lets nobody but a Windows program say how another one starts. */
export async function onWindows(call: WindowsCall): Promise<Answer> {
  const { folder } = inject('made')
  const spec = fs.mkdtempSync(path.join(folder, 'call-'))
  const input = path.join(spec, 'input')
  fs.writeFileSync(input, call.stdin ?? '')
  const program = call.program ?? path.join(dist, 'win32-x64/hookbox.exe')
  const plain = ['none', 'nul'].includes(call.input)
  const env = {
    PATH: PATHS.windows,
    SystemRoot: 'C:\\windows',
    USERPROFILE: inWine(call.home).replaceAll('/', '\\'),
    USERNAME: 'dev',
    ...call.env,
  }
  const lines = [
    inWine(program),
    call.line ?? commandLine([inWine(program), ...(call.argv ?? [])]),
    inWine(call.cwd),
    plain ? call.input : `${call.input} ${inWine(input)}`,
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ]
  const file = path.join(spec, 'spec')
  fs.writeFileSync(file, `${lines.join('\n')}\n`)
  const more = call.oneOutput ? ['one'] : []
  return wine([path.join(folder, 'windows-tool.exe'), 'start', inWine(file), ...more], call.cwd)
}

export function wineEnv({ folder }: Pick<Made, 'folder'>): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    HOME: path.join(folder, 'wine-home'),
    WINEPREFIX: path.join(folder, 'wine'),
    WINEDEBUG: '-all',
    LC_ALL: 'C.UTF-8',
    // Nothing for the desktop, and no offer to download what runs .NET and web pages.
    WINEDLLOVERRIDES: 'mscoree,mshtml,winemenubuilder.exe=',
  }
}

function wine(words: readonly string[], cwd: string): Promise<Answer> {
  const made = inject('made')
  return run([made.wine, ...words], { stdin: '', cwd, env: wineEnv(made) })
}

function run(
  [program = '', ...words]: readonly string[],
  how: { stdin: string | Uint8Array; cwd: string; env: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: how.cwd, env: how.env })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ exit: code ?? (signal ? 128 : -1), stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(how.stdin)
  })
}

/** Wine's program, which Debian's package puts outside of PATH; undefined when it is not there. */
export function wineProgram(): string | undefined {
  return ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine'].find((file) => fs.existsSync(file))
}

/** The server behind Wine's programs, which would otherwise start anew with each. */
export function wineServer(made: Made, word: '-p' | '-k'): void {
  const server = ['/usr/lib/wine/wineserver64', '/usr/bin/wineserver'].find((file) => fs.existsSync(file))
  if (server !== undefined) spawnSync(server, [word], { env: wineEnv(made), stdio: 'ignore' })
}

export function temporary(prefix: string): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), prefix)))
}
