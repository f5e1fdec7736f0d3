import type { Host, Stream } from './host.ts'
import {
  append,
  create,
  look,
  makeDirectory,
  orUndefined,
  readFile,
  remove,
  rename,
  replace,
} from './quickjs-files.ts'
import { sleep } from './quickjs-loop.ts'
import { native } from './quickjs-native.ts'
import { readStdin } from './quickjs-stdin.ts'

/** The native program's side of the Host interface; what node.ts says of each holds here too. */
export const quickjsHost: Host = {
  platform: native.platform,
  env: (name) => orUndefined(() => native.env(name)),
  envNames: () => native.envNames(),
  now: () => Date.now(),
  cwd: () => ownForm(native.cwd()),
  home: () => home(),
  user: () => native.account()?.[0] ?? native.env('USER') ?? native.env('USERNAME'),
  stdinIsTerminal: () => native.isTerminal(0),
  isTerminal: (stream) => native.isTerminal(fdOf(stream)),
  readStdin: async (limits) => readStdin(limits),
  write: (stream, text) => writeAll(fdOf(stream), text),
  stat: (path) => look(native.stat, path),
  lstat: (path) => look(native.lstat, path),
  realpath: (path) => ownForm(orUndefined(() => native.realpath(path))),
  readLink: (path) => orUndefined(() => native.readLink(path)),
  list: (path) => {
    const names = orUndefined(() => native.list(path))
    // As Node has them.
    return typeof names === 'string' ? undefined : names?.sort()
  },
  readFile,
  append,
  rename,
  replace,
  create,
  makeDirectory,
  remove,
  run: async (argv, how) => (await import('./quickjs-run.ts')).run(argv, how),
  request: async (asked) => (await import('./curl-request.ts')).curlRequest(quickjsHost, '/', asked),
  startOwn: async (words) => (await import('./quickjs-own.ts')).startOwn(words),
  sleep,
}

function ownForm(path: string | undefined): string | undefined {
  return native.platform === 'win32' ? path?.replaceAll('\\', '/') : path
}

/** A relative one would be another folder in every place, a project's among them. */
function home(): string | undefined {
  const named = native.env(native.platform === 'win32' ? 'USERPROFILE' : 'HOME')
  if (named && /^(?:[A-Za-z]:)?[\\/]/.test(named)) return ownForm(named)
  return ownForm(native.account()?.[1]) || undefined
}

function fdOf(stream: Stream): 1 | 2 {
  return stream === 'stdout' ? 1 : 2
}

/** Whoever holds the other end of a pipe may have made it non-blocking, hence the wait. */
function writeAll(fd: 1 | 2, text: string): void {
  const bytes = native.encode(text)
  for (let at = 0; at < bytes.byteLength; ) {
    const done = native.write(fd, bytes, at)
    if (done === 'EAGAIN') native.poll([], [fd], 1000)
    else if (typeof done === 'string')
      return // EPIPE, EBADF: nobody is there to read it
    else at += done
  }
}
