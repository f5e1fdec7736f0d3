import { commandLine } from '../process/windows-command-line.ts'
import { native } from './quickjs-native.ts'

/** An argv in the form that the native functions take: on Windows the program and its whole command line. */
export function nativeArgv(program: string, argv: readonly string[]): readonly string[] {
  return native.platform === 'win32' ? [program, commandLine(argv)] : argv
}
