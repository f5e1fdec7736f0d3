import { type Arguments, UsageError } from './arguments.ts'
import type { Dialect, Event } from './event.ts'
import { harnessOf } from './harness/index.ts'
import type { Host } from './host/host.ts'
import type { Payload } from './payload.ts'

/** The event in a payload of this dialect. Throws a PayloadError, or a UsageError for `--event`. */
export function readEvent(payload: Payload, dialect: Dialect, args: Arguments, host: Host): Event {
  const harness = harnessOf(dialect)
  // A mistyped name would be an event that nobody serves: the hook would be off without a word.
  if (args.event !== undefined && !harness.knows(args.event)) {
    throw new UsageError(`--event is ${args.event}, which is no event of ${harness.title}`)
  }
  return harness.read(payload, {
    cwd: host.cwd() ?? '/',
    ...(args.event === undefined ? {} : { event: args.event }),
  })
}
