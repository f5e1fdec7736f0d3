import type { FileInfo, Host } from './host.ts'

/**
 * The host with its looks at the disk remembered, for one call: what several guards ask, or one
 * guard asks of a thousand paths in the same folder, is asked of the system once. A program that
 * is run, a write and a wait make all of it forgotten.
 *
 * Where names are what they are (Linux), a path without links is put together from that of its
 * folder, since the system's own look-up walks the whole path each time.
 */
export function rememberingLooks(host: Host): Host {
  const stats = new Map<string, FileInfo | undefined>()
  const lstats = new Map<string, FileInfo | undefined>()
  const reals = new Map<string, string | undefined>()
  const links = new Map<string, string | undefined>()
  const lists = new Map<string, readonly string[] | undefined>()
  const forget = () => {
    for (const known of [stats, lstats, reals, links, lists]) known.clear()
  }
  const lstat = (path: string) => once(lstats, path, host.lstat)
  const stat = (path: string) => {
    const own = lstats.get(path)
    return own !== undefined && own.kind !== 'link' ? own : once(stats, path, host.stat)
  }
  const composes = host.platform === 'linux'
  const realpath = (path: string): string | undefined =>
    once(reals, path, () => {
      const parent = composes ? plainParent(path) : undefined
      if (parent === undefined) return host.realpath(path)
      const folder = realpath(parent)
      if (folder === undefined) return undefined
      const info = lstat(path)
      if (info === undefined) return undefined
      if (info.kind === 'link') return host.realpath(path)
      return `${folder === '/' ? '' : folder}${path.slice(path.lastIndexOf('/'))}`
    })
  const variables = new Map<string, string | undefined>()
  let home: string | undefined
  return {
    ...host,
    // Node asks the system for each of them again.
    env: (name) => once(variables, name, host.env),
    home: () => {
      home ??= host.home()
      return home
    },
    stat,
    lstat,
    realpath,
    readLink: (path) =>
      once(links, path, () => {
        const info = lstats.get(path)
        if (info ? info.kind !== 'link' : lstats.has(path)) return undefined
        const parent = plainParent(path)
        // A folder that leads nowhere holds nothing.
        if (parent !== undefined && reals.has(parent) && reals.get(parent) === undefined) return undefined
        return host.readLink(path)
      }),
    list: (path) => once(lists, path, host.list),
    append: (...given) => after(forget, () => host.append(...given)),
    rename: (...given) => after(forget, () => host.rename(...given)),
    replace: (...given) => after(forget, () => host.replace(...given)),
    create: (...given) => after(forget, () => host.create(...given)),
    makeDirectory: (...given) => after(forget, () => host.makeDirectory(...given)),
    remove: (...given) => after(forget, () => host.remove(...given)),
    run: (...given) => host.run(...given).finally(forget),
    sleep: (ms) => host.sleep(ms).finally(forget),
  }
}

function once<Found>(known: Map<string, Found>, path: string, look: (path: string) => Found): Found {
  const before = known.get(path)
  if (before !== undefined || known.has(path)) return before as Found
  const found = look(path)
  known.set(path, found)
  return found
}

function after<Result>(forget: () => void, act: () => Result): Result {
  try {
    return act()
  } finally {
    forget()
  }
}

/** No system takes longer ones. */
const MAX_PATH = 4096

/** The folder of an absolute path that is written as plainly as can be; undefined for others. */
function plainParent(path: string): string | undefined {
  const at = path.lastIndexOf('/')
  if (!path.startsWith('/') || path === '/' || path.length > MAX_PATH) return undefined
  const name = path.slice(at + 1)
  if (name === '' || name === '.' || name === '..') return undefined
  const parent = at === 0 ? '/' : path.slice(0, at)
  return parent.endsWith('/') && parent !== '/' ? undefined : parent
}
