import type { WrapperRule } from './wrapper-rule.ts'
import { ELSEWHERE } from './wrappers-elsewhere.ts'
import { FINDERS } from './wrappers-finders.ts'
import { CONDITIONS, OPERANDS, PRIVILEGES } from './wrappers-here.ts'
import { TERMINALS } from './wrappers-terminals.ts'

/** All programs known to run others. */
export const WRAPPERS: readonly WrapperRule[] = [
  ...PRIVILEGES,
  ...CONDITIONS,
  ...TERMINALS,
  ...OPERANDS,
  ...FINDERS,
  ...ELSEWHERE,
]
