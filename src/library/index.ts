/**
 * For hooks of your own: `import { defineHook, deny, runHook } from 'hookbox'` (docs/library.md).
 */
export type { Dialect, Event, EventName, StopState, ToolCall, ToolKind } from '../event.ts'
export { ask, block, context, deny, PASS as pass, report, type Verdict } from '../hook.ts'
export type { FileInfo, Host, RunOptions, RunResult } from '../host/host.ts'
export { start as runHook } from '../host/node-main.ts'
export { type CallAnswer, type CallOptions, callHook } from './call-hook.ts'
export {
  type Checks,
  type Definition,
  defineHook,
  type OwnContext,
  type OwnHook,
  type PromptEvent,
  type StopEvent,
  type ToolEvent,
} from './define-hook.ts'
export { type ShellCommand, type ShellCommands, shellCommands } from './shell-commands.ts'
