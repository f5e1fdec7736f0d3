import type { Host } from '../src/host/host.ts'

/** Paths as the cases have them, each with the real one. */
export type Shown = readonly (readonly [string, string])[]

/** A host with some folders of the disk under other names, and nothing but these variables. */
export function shownHost(host: Host, shown: Shown, env: Readonly<Record<string, string>>): Host {
  const swap = (text: string, from: 0 | 1) => {
    const names = new RegExp(shown.map((pair) => bounded(pair[from])).join('|'), 'g')
    return text.replaceAll(names, (found) => shown.find((pair) => pair[from] === found)?.[1 - from] ?? found)
  }
  const real = (file: string) => swap(file, 0)
  const back = (text: string) => swap(text, 1)
  return {
    ...host,
    platform: 'linux',
    env: (name) => env[name],
    envNames: () => Object.keys(env),
    cwd: () => '/home/dev/app',
    home: () => env['HOME'],
    user: () => 'dev',
    stdinIsTerminal: () => false,
    isTerminal: () => false,
    stat: (file) => host.stat(real(file)),
    lstat: (file) => host.lstat(real(file)),
    realpath: (file) => {
      const found = host.realpath(real(file))
      return found === undefined ? undefined : back(found)
    },
    readLink: (file) => {
      const target = host.readLink(real(file))
      return target === undefined ? undefined : back(target)
    },
    list: (file) => host.list(real(file)),
    readFile: (file, maxBytes) => host.readFile(real(file), maxBytes),
    append: () => {},
    replace: () => {},
    makeDirectory: () => {},
    remove: () => false,
    run: async (argv, how) => {
      const result = await host.run(argv.map(real), {
        ...how,
        cwd: real(how.cwd),
        env: { HOME: real('/home/dev'), ...how.env },
        ...(how.input === undefined ? {} : { input: real(how.input) }),
      })
      return { ...result, stdout: back(result.stdout), stderr: back(result.stderr) }
    },
  }
}

/** These files are not there. */
export function without(host: Host, absent: readonly string[] = []): Host {
  if (absent.length === 0) return host
  const there = (file: string) => !absent.includes(file)
  return {
    ...host,
    stat: (file) => (there(file) ? host.stat(file) : undefined),
    lstat: (file) => (there(file) ? host.lstat(file) : undefined),
    realpath: (file) => (there(file) ? host.realpath(file) : undefined),
  }
}

/** The path at a path's beginning, not in the middle of another one. */
export function bounded(file: string): string {
  const literal = file.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return `(?<![\\w./-])${literal}(?=[/\\s\\0)]|$)`
}
