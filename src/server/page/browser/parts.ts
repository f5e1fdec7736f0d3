import type { Listed } from '../../store/row.ts'
import type { Outcome } from './calls.ts'
import { h, icon } from './dom.ts'

/** Small pieces that several views show. */

/** What a stage is called for people. */
const STAGES: Readonly<Record<string, string>> = {
  attempt: 'attempt',
  success: 'done',
  failure: 'failed',
  denied: 'refused',
  invalid: 'invalid',
  batch: 'turn ended',
  verdict: 'verdict',
  permission: 'asks',
  prompt: 'prompt',
  'session-start': 'session start',
  'session-end': 'session end',
  stop: 'stop',
  'subagent-start': 'subagent start',
  'subagent-stop': 'subagent stop',
  compact: 'compaction',
  unreadable: 'unreadable',
  seam: 'seam',
}

export const STAGE_NAMES = Object.keys(STAGES)

export function stageName(stage: string): string {
  return STAGES[stage] ?? stage
}

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  ok: 'done',
  failed: 'failed',
  refused: 'refused',
  asked: 'asked a person',
  open: 'no result recorded',
}

/** A sign with a colour and, for those who see none, a shape and a word. */
export function outcomeSign(outcome: Outcome): HTMLElement {
  return h(
    'span',
    { class: `sign is-${outcome}`, title: OUTCOMES[outcome], role: 'img', 'aria-label': OUTCOMES[outcome] },
    icon(outcome),
  )
}

export function stageChip(row: Pick<Listed, 'stage' | 'trouble' | 'verdict'>): HTMLElement {
  const state = ['', ' is-failed', ' is-refused', ' is-asked'][row.trouble] ?? ''
  const tone = state || (row.stage === 'success' ? ' is-ok' : '')
  return h(
    'span',
    { class: `chip${tone}` },
    row.stage === 'verdict' ? (row.verdict ?? 'verdict') : stageName(row.stage),
  )
}

export function empty(title: string, ...more: (string | Node)[]): HTMLElement {
  return h(
    'div',
    { class: 'empty' },
    h('strong', {}, title),
    more.map((one) => (typeof one === 'string' ? h('p', {}, one) : one)),
  )
}

export function copyButton(text: string, label: string): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'quiet', title: label, 'aria-label': label },
    icon('copy'),
  )
  button.addEventListener('click', async (event) => {
    event.stopPropagation()
    try {
      await navigator.clipboard.writeText(text)
      button.classList.add('is-done')
      setTimeout(() => button.classList.remove('is-done'), 1200)
    } catch {
      button.title = 'The browser does not let this page copy'
    }
  })
  return button
}

/** Says that something could not be had, where it would have stood. */
export function problem(error: unknown): HTMLElement {
  return h('div', { class: 'problem', role: 'alert' }, error instanceof Error ? error.message : String(error))
}
