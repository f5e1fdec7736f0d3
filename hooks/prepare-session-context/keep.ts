import type { OptionSource } from '../../src/hook.ts'
import { fence } from '../../src/text/fence.ts'
import { fileInProject } from './project-file.ts'
import type { Work } from './work.ts'

const MAX_CHARACTERS = 2500

/**
 * What somebody wants the model to know after a compaction as well. It is the words of whoever
 * wrote the configuration, so it stands apart from what was read from the disk; quoted all the
 * same, so that its end can be seen. '' when there is nothing.
 */
export function keptText(entries: readonly string[], from: OptionSource | undefined, work: Work): string {
  const texts = entries.flatMap((entry) => {
    if (!entry.startsWith('@')) return [entry]
    // A repository must not hand a file of secrets to the model this way.
    const isText = /\.(?:md|markdown|txt)$/i.test(entry)
    const text = isText ? fileInProject(entry.slice(1), work, MAX_CHARACTERS * 4) : undefined
    if (text === undefined) work.note(`keep: ${entry} is no text file of the project (.md, .txt)`)
    return text === undefined ? [] : [text.trim()]
  })
  if (texts.length === 0) return ''
  const whose = from === 'project' ? "this project's hookbox.json" : "the user's own configuration"
  const quoted = fence('kept notes', texts.join('\n'), MAX_CHARACTERS)
  if (quoted.leftOut > 0) work.note(`keep: ${quoted.leftOut} characters left out over ${MAX_CHARACTERS}`)
  return `Constraints and facts that ${whose} keeps through compactions of the conversation:\n${quoted.text}`
}
