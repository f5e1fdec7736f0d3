import type { Rule } from '../../src/hook.ts'
import { PATTERNS } from './patterns.ts'

export const rules: readonly Rule[] = [
  ...PATTERNS.map(({ id, what, critical }) => ({ id, what, ...(critical && { critical }) })),
  { id: 'protect', what: 'a file that the option `protect` names' },
  {
    id: 'environment',
    what: 'showing the whole environment, a variable with the name of a secret, or a secret from a store',
  },
  { id: 'live-value', what: 'a value that looks like one in use, written into an example file' },
  { id: 'unread', what: 'a command that names a protected file and can not be read for certain' },
]
