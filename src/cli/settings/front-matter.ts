import { type Problem, tryText } from './read.ts'
import { recordOf } from './value.ts'

interface FrontMatter {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Why there are none, though hooks stand in the file. */
  readonly problem?: Problem
}

/** The fields at the head of a Markdown file, between two lines of `---`; none when it has no such head. */
export async function frontMatter(file: string): Promise<FrontMatter> {
  const { text = '', problem } = tryText(file)
  if (problem) return { text, fields: {}, problem }
  const head = /^\ufeff?---\s*\n(.*?)\n---\s*(?:\n|$)/s.exec(text)?.[1]
  if (head === undefined) return { text, fields: {} }
  const { ticketFromYaml } = await import('../../tickets/yaml.ts')
  const fieldsOf = (yaml: string) => recordOf(ticketFromYaml(yaml)) ?? {}
  try {
    return { text, fields: fieldsOf(head) }
  } catch (error) {
    try {
      return { text, fields: fieldsOf(quoted(head)) }
    } catch {
      const why = error instanceof Error ? error.message : String(error)
      const about: Problem = { voids: 'file', path: [], text: `its front matter ${why}` }
      return { text, fields: {}, ...(/^hooks:/m.test(head) ? { problem: about } : {}) }
    }
  }
}

/** The client's second try: plain values at the left edge are taken as they stand (section 18). */
function quoted(head: string): string {
  return head.replace(/^([\w-]+):[ \t]+([^\s"'].*?)\s*$/gm, (line: string, key: string, value: string) =>
    /[{}[\]*&#!|>%@`]|: /.test(value) ? `${key}: ${JSON.stringify(value)}` : line,
  )
}
