/** What the text is made of, in its order. */
export const SECTIONS = [
  'directory',
  'branch',
  'changes',
  'commits',
  'ticket',
  'pull-request',
  'ci',
  'database',
  'deployment',
  'toolchain',
  'health',
  'commands',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** The lines of one section; none when it has nothing to say. */
export interface Section {
  readonly name: SectionName
  readonly lines: readonly string[]
}
