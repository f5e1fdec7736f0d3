/** What the text is made of, in its order. */
export const SECTIONS = ['directory', 'branch', 'changes', 'commits', 'commands'] as const
export type SectionName = (typeof SECTIONS)[number]
