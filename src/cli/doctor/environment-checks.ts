import { optionsFor } from '../../config/options.ts'
import type { Hook } from '../../hook.ts'
import { nodeHost } from '../../host/node.ts'
import { misnamedConfigs } from '../misnamed-config.ts'
import { onPath } from '../settings/places.ts'
import type { Finding } from './finding.ts'

/** The programs and variables that hooks depend on. */
export async function environmentFindings(
  registered: readonly string[],
  hasOpenHarness: boolean,
): Promise<Finding[]> {
  const found: Finding[] = []
  const { NODE_OPTIONS } = process.env
  if (NODE_OPTIONS) {
    found.push({
      level: 'warning',
      id: 'node-options',
      text: `NODE_OPTIONS is set (${NODE_OPTIONS.slice(0, 60)}): it changes every hook that Node runs, and slows it`,
      remedy: 'Unset it where the harness is started.',
    })
  }
  if (new Date().getFullYear() < 2025) {
    found.push({
      level: 'warning',
      id: 'clock',
      text: `the clock says ${new Date().toISOString()}: freeze windows, approvals and caches go by it`,
      remedy: 'Set the clock.',
    })
  }
  const git = onPath('git')
  if (!git && registered.length > 0) {
    found.push({
      level: 'error',
      id: 'no-git',
      text: 'git is not on PATH: guards that ask it for proofs refuse more than they have to',
      remedy: 'Install git.',
    })
  }
  if (registered.includes('check-deploy-env') && !onPath('kubectl')) {
    found.push({
      level: 'note',
      id: 'no-kubectl',
      text: 'kubectl is not on PATH: deploys whose kube context has to be known are refused',
    })
  }
  if (hasOpenHarness) found.push(...(await loginShell()))
  return found
}

/** OpenHarness starts hooks in a login shell, whose output lands in their reasons (section 2). */
async function loginShell(): Promise<Finding[]> {
  const { stdout, stderr, durationMs, ended } = await nodeHost.run(['bash', '-lc', 'true'], {
    cwd: process.cwd(),
    timeoutMs: 10_000,
    maxOutputBytes: 4096,
  })
  if (ended === 'missing') return []
  const found: Finding[] = []
  if ((stdout + stderr).trim() !== '') {
    found.push({
      level: 'warning',
      id: 'profile-noise',
      text: `the login shell prints text of its own: ${JSON.stringify((stdout + stderr).trim().slice(0, 60))}`,
      remedy: 'OpenHarness takes it for what a hook said. Print only in interactive shells.',
    })
  }
  if (durationMs > 1000) {
    found.push({
      level: 'warning',
      id: 'slow-profile',
      text: `the login shell takes ${(durationMs / 1000).toFixed(1)} s to start, before each hook of OpenHarness`,
      remedy: 'Make ~/.bash_profile faster.',
    })
  }
  return found
}

/** The configuration of each hook, as it would be read in this folder. */
export async function configFindings(hooks: readonly Hook[], cwd: string): Promise<Finding[]> {
  const event = { name: 'other', dialect: 'unknown', harnessEvent: '', cwd, payload: {} } as const
  const seen = new Set<string>()
  const found: Finding[] = misnamedConfigs(cwd).map((text) => ({
    level: 'warning',
    id: 'config-not-read',
    text,
    remedy: 'Rename or move it.',
  }))
  for (const hook of hooks) {
    try {
      const { options, from, ignored } = await optionsFor(hook, { set: [] }, event, nodeHost)
      for (const text of ignored)
        found.push({ level: 'note', id: 'config-ignored', text: `${hook.name}: ${text}` })
      found.push(...allowsAll(hook, options, from['allow']))
    } catch (error) {
      for (const text of (error instanceof Error ? error.message : String(error)).split('\n')) {
        if (seen.has(text)) continue
        seen.add(text)
        found.push({
          level: 'error',
          id: 'config',
          text,
          remedy: 'While it is there, guards refuse every call that it is about.',
        })
      }
    }
  }
  return found
}

/** A list of exceptions that has everything in it: the guard still refuses what no list frees. */
function allowsAll({ name }: Hook, options: object, from: string | undefined): Finding[] {
  const { allow } = options as { allow?: unknown }
  const all = Array.isArray(allow)
    ? allow.find((one) => /^(?:\.|~)?\/?\*[*/]*$/.test(String(one)))
    : undefined
  if (all === undefined) return []
  return [
    {
      level: 'warning',
      id: 'allows-everything',
      text: `${name}: allow has ${JSON.stringify(all)}, so it lets pass most of what it is there for${from === undefined ? '' : ` (${from})`}`,
      remedy: 'Name what may pass.',
    },
  ]
}
