import type { Redactor } from '../redact/redact.ts'
import type { Options } from './options.ts'
import type { AuditRecord } from './record.ts'

/** A record is never larger, whatever it consists of. */
const MAX_RECORD = 1024 * 1024

/** Fields with what people and the model said to each other. */
const SPOKEN = ['prompt', 'last_assistant_message'] as const

/**
 * The record as a line, without its end: without secrets, with long texts cut, always valid JSON. Redacted
 * before it is cut, since half a secret would not be known for one.
 */
export async function lineOf(record: AuditRecord, redactor: Redactor, options: Options): Promise<string> {
  let clean = redactor.value(record) as Readonly<Record<string, unknown>>
  if (options.prompts !== 'text' && SPOKEN.some((key) => key in clean)) {
    clean = await withoutSpeech(clean, options.prompts)
  }
  const line = JSON.stringify(clean)
  return line.length <= options.maxValueBytes / 3 ? line : await cutLine(clean, line, options)
}

async function cutLine(
  record: Readonly<Record<string, unknown>>,
  whole: string,
  options: Options,
): Promise<string> {
  const { cutHashed, cutTexts } = await import('../text/cut-hashed.ts')
  for (const limit of [options.maxValueBytes, 1024, 64]) {
    const line = JSON.stringify(cutTexts(record, Math.min(limit, options.maxValueBytes)))
    if (line.length <= MAX_RECORD) return line
  }
  // Not long texts but very many: the large fields become text and are cut as one.
  const fields = Object.entries(record).map(([key, value]) => {
    const json = typeof value === 'string' ? value : JSON.stringify(value)
    return [key, json.length > 4096 ? cutHashed(json, 4096) : value]
  })
  const line = JSON.stringify(Object.fromEntries(fields))
  return line.length <= MAX_RECORD ? line : JSON.stringify({ cut: cutHashed(whole, 4096) })
}

async function withoutSpeech(
  record: Readonly<Record<string, unknown>>,
  prompts: 'off' | 'hash',
): Promise<Record<string, unknown>> {
  const { sha256 } = await import('../text/sha256.ts')
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      if (typeof value !== 'string' || !SPOKEN.some((spoken) => spoken === key)) return [[key, value]]
      if (prompts === 'off') return []
      return [
        [`${key}_sha256`, sha256(value)],
        [`${key}_length`, value.length],
      ]
    }),
  )
}
