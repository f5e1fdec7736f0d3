import { CONTROLS } from './patterns/controls.ts'
import type { Pattern } from './patterns/pattern.ts'
import { SECRETS } from './patterns/secrets.ts'
import { STARTUP } from './patterns/startup.ts'

export type { Kind, Pattern } from './patterns/pattern.ts'

/**
 * Every built-in pattern, the gravest first. On the hook path only their compiled form is
 * loaded (compiled.generated.ts); this one is for reasons and for the generator.
 */
export const PATTERNS: readonly Pattern[] = [...SECRETS, ...CONTROLS, ...STARTUP]
