import { readText } from './read.ts'
import { recordOf } from './value.ts'

export interface FrontMatter {
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

/**
 * The fields at the head of a Markdown file, between two lines of `---`; none when it has no such
 * head or the head is no YAML mapping. Throws an Error when the file can't be read.
 */
export async function frontMatter(file: string): Promise<FrontMatter> {
  const text = readText(file) ?? ''
  const head = /^\ufeff?---\s*\n(.*?)\n---\s*(?:\n|$)/s.exec(text)?.[1]
  if (head === undefined) return { text, fields: {} }
  const { ticketFromYaml } = await import('../../tickets/yaml.ts')
  try {
    return { text, fields: recordOf(ticketFromYaml(head)) ?? {} }
  } catch {
    return { text, fields: {} }
  }
}
