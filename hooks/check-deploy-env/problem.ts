/** A condition that does not hold. */
export interface Problem {
  readonly condition: string
  readonly found: string
  readonly required: string
  /** A harmless way to get there. */
  readonly remedy: string
}
