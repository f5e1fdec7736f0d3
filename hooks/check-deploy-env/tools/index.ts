import { CLOUD_SELECTORS, CLOUDS } from './clouds.ts'
import { DATABASES } from './databases.ts'
import { INFRASTRUCTURE, INFRASTRUCTURE_SELECTORS } from './infrastructure.ts'
import { KUBE, KUBE_SELECTORS } from './kube.ts'
import { PLATFORM_SELECTORS, PLATFORMS } from './platforms.ts'
import { PUBLISH } from './publish.ts'
import { REMOTE } from './remote.ts'
import { SITES_AND_APPS } from './sites-and-apps.ts'
import type { Selector, Tool } from './tool.ts'

const TOOLS: readonly Tool[] = [
  ...KUBE,
  ...INFRASTRUCTURE,
  ...CLOUDS,
  ...PLATFORMS,
  ...SITES_AND_APPS,
  ...DATABASES,
  ...PUBLISH,
  ...REMOTE,
]
const SELECTORS: readonly Selector[] = [
  ...KUBE_SELECTORS,
  ...INFRASTRUCTURE_SELECTORS,
  ...CLOUD_SELECTORS,
  ...PLATFORM_SELECTORS,
]

/** The table's entries for a program, in the order in which they are tried. */
export function toolsOf(program: string): readonly Tool[] {
  return TOOLS.filter(({ programs }) => listed(programs, program))
}

export function selectorsOf(program: string): readonly Selector[] {
  return SELECTORS.filter(({ programs }) => listed(programs, program))
}

/** Every program that the tables know. */
export function knownPrograms(): readonly string[] {
  return [...new Set([...TOOLS, ...SELECTORS].flatMap(({ programs }) => programs.split(' ')))]
}

function listed(programs: string, program: string): boolean {
  return ` ${programs} `.includes(` ${program} `)
}
