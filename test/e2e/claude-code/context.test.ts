import { expect, test } from 'vitest'
import { observer, runClaude } from './client.ts'
import { bash } from './model.ts'
import type { Session } from './session.ts'

function contextOf(session: Session): string {
  const answer = JSON.parse(session.hookRuns[0]?.stdout ?? '') as {
    hookSpecificOutput: { additionalContext: string }
  }
  return answer.hookSpecificOutput.additionalContext
}

test('the state of the repository is in the first request', async () => {
  const session = await runClaude({
    hooks: { SessionStart: [{ hooks: [observer('prepare-session-context')] }] },
    files: { 'src/main.ts': 'export {}\n' },
    git: [
      ['checkout', '-q', '-b', 'topic-42'],
      ['rm', '-q', 'src/main.ts'],
    ],
    turns: [{ text: 'hello' }],
  })
  const context = contextOf(session)
  expect(context).toContain('topic-42')
  expect(context).toContain('src/main.ts')
  expect(session.read(0)).toContain(`SessionStart hook additional context: ${context}`)
  expect(session.answer).toBe('hello')
})

const ticket = {
  id: 'PAY-1842',
  title: 'Refunds are booked twice',
  status: 'in progress',
  priority: 'high',
  owner: 'Ines',
  description: 'A retry of the webhook books the refund again.',
}

test('the ticket that the prompt names is in the request, and only with that prompt', async () => {
  const hooks = { UserPromptSubmit: [{ hooks: [observer('inject-ticket-context')] }] }
  const files = { 'tickets/PAY-1842.json': JSON.stringify(ticket) }
  const named = await runClaude({
    hooks,
    files,
    prompt: 'Please fix PAY-1842.',
    turns: [bash('touch', 'touch made.txt'), { text: 'fixed' }],
  })
  const context = contextOf(named)
  for (const text of Object.values(ticket)) expect(context).toContain(text)
  expect(named.read(0)).toContain(`UserPromptSubmit hook additional context: ${context}`)
  const other = await runClaude({
    hooks,
    files,
    prompt: 'Write it as UTF-8, mind CVE-2024-1234.',
    turns: [{ text: 'done' }],
  })
  expect(other.hookRuns[0]).toMatchObject({ exit_code: 0, stdout: '', stderr: '' })
  expect(other.read(0)).not.toContain(ticket.title)
})
