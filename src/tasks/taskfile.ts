import { UNSET } from './text.ts'

/**
 * The commands of one task of a Taskfile, as shell text. Reads the usual layout only: block
 * style, two or more blanks of indent. Undefined: there is no such task in it.
 */
export function taskfileText(
  text: string,
  name: string,
  given: (variable: string) => string | undefined,
): string | undefined {
  const lines = text.split(/\r?\n/)
  const start = lines.findIndex((line) => /^tasks:\s*$/.test(line))
  if (start < 0) return undefined
  const done = new Set<string>()
  const commands: string[] = []
  const visit = (task: string): boolean => {
    if (done.has(task) || done.size > 40) return true
    done.add(task)
    const block = blockOf(lines.slice(start + 1), task)
    if (!block) return false
    for (const line of block) {
      const needed = /^\s*-\s*(?:task:\s*)(\S+)\s*$/.exec(line) ?? /^\s*deps:\s*\[([^\]]*)\]/.exec(line)
      if (needed?.[1] !== undefined) for (const one of needed[1].split(/[\s,]+/)) visit(one)
      else {
        const command = /^\s*(?:-\s*(?:cmd:\s*)?|cmds?:\s*)(?![|>[])(\S.*)$/.exec(line)?.[1]
        if (command !== undefined) commands.push(fill(unquote(command), given))
        // The lines of a `|` block stand alone.
        else if (/^\s+[^\s:#-][^:]*$/.test(line)) commands.push(fill(line.trim(), given))
      }
    }
    return true
  }
  return visit(name) ? commands.join('\n') : undefined
}

/** The files that a Taskfile includes, by their namespaces (taskfile.dev, "Including other Taskfiles"). */
export function taskfileIncludes(
  text: string,
): ReadonlyMap<string, { readonly file: string; readonly folder: string | undefined }> {
  const lines = text.split(/\r?\n/)
  const found = new Map<string, { file: string; folder: string | undefined }>()
  const start = lines.findIndex((line) => /^includes:\s*$/.test(line))
  if (start < 0) return found
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^\S/.test(line))
  const block = rest.slice(0, end < 0 ? undefined : end)
  for (const line of block) {
    const name = keyOf(line)
    const inner = name === undefined ? undefined : blockOf(block, name)
    if (name === undefined || !inner) continue
    const value = (key: string) =>
      inner.flatMap((one) => new RegExp(`^\\s+${key}:\\s*(\\S+)`).exec(one)?.[1] ?? [])[0]
    const inline = /^-\s+(\S+)$/.exec(inner[0] ?? '')?.[1]
    const file = inline ?? value('taskfile')
    if (file !== undefined) found.set(name, { file: unquote(file), folder: value('dir') })
  }
  return found
}

function blockOf(lines: readonly string[], name: string): readonly string[] | undefined {
  const at = lines.findIndex((line) => keyOf(line) === name)
  const head = lines[at]
  if (head === undefined) return undefined
  const indent = head.search(/\S/)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= indent)
  const inline = head.slice(head.indexOf(':', indent + name.length) + 1).trim()
  return [...(inline === '' ? [] : [`- ${inline}`]), ...rest.slice(0, end < 0 ? undefined : end)]
}

function keyOf(line: string): string | undefined {
  const match = /^\s+(?:'([^']+)'|"([^"]+)"|([\w:.*-]*\w))\s*:(?:\s|$)/.exec(line)
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

function unquote(text: string): string {
  const match = /^(['"])(.*)\1\s*$/.exec(text)
  return match?.[2] ?? text
}

function fill(line: string, given: (variable: string) => string | undefined): string {
  return line.replace(/\{\{\s*\.?([^{}]*?)\s*\}\}/g, (_whole, name: string) => given(name) ?? UNSET)
}
