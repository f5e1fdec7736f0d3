import { packageProgram } from './npm-package.ts'
import { quickjsHost as host } from './quickjs.ts'
import { nativeArgv } from './quickjs-argv.ts'
import { native } from './quickjs-native.ts'

/** `Host.startOwn`: the sender, and what compresses logs, are the npm package's. */
export function startOwn(words: readonly string[]): boolean {
  try {
    const start = packageProgram(host)
    if (start === undefined) return false
    const argv = [...start, ...words]
    const [program = ''] = start
    // A folder that always stays, as in node-own.ts.
    const root = native.platform === 'win32' ? program.slice(0, 3) : '/'
    return typeof native.detach(nativeArgv(program, argv), root) !== 'string'
  } catch {
    return false
  }
}
