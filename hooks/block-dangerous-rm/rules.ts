import type { Rule } from '../../src/hook.ts'
import { PLACE_WORDS } from './finding.ts'

/** Places that nothing makes disposable. */
const NEVER: readonly Rule[] = (
  [
    'root',
    'system',
    'home',
    'home-known',
    'project-root',
    'above-project',
    'git-internals',
    'temp-root',
  ] as const
).map((id) => ({ id, what: PLACE_WORDS[id], critical: true }))

export const rules: readonly Rule[] = [
  ...NEVER,
  {
    id: 'elsewhere-never',
    what: 'a home, a root or the whole working directory on another machine or in a container',
    critical: true,
  },
  { id: 'project', what: 'inside the project, and not proven disposable' },
  { id: 'outside', what: 'outside the project, and not proven disposable' },
  { id: 'unknown-target', what: 'a target that is not known before the command runs' },
  { id: 'content', what: 'a file that would lose content of which there is no copy' },
  { id: 'shred', what: 'a file that would be overwritten, so that nothing brings it back' },
  { id: 'device', what: 'a disk or a partition' },
  { id: 'storage', what: 'a cloud storage, or files in a volume of a container engine' },
  { id: 'database', what: 'a database dropped or emptied, or rows deleted without a condition' },
  { id: 'volume', what: 'volumes of a container engine, and what it keeps for all projects' },
  { id: 'remote-code', what: 'code from the network that is run unread, so what it deletes is not known' },
  { id: 'elsewhere', what: 'on another machine or in a container, where nothing can be checked' },
  { id: 'strict', what: 'a recursive delete under the preset `strict`' },
  { id: 'unread', what: 'a command that can not be read for certain and names a program that deletes' },
]
