import { h } from './dom.ts'
import type { View } from './state.ts'

const KEYS: readonly (readonly [keys: string, what: string])[] = [
  ['/', 'search'],
  ['j  k', 'next, previous'],
  ['Enter', 'open'],
  ['Esc', 'close, go back'],
  ['1  2  3', 'overview, sessions, records'],
  ['t', 'light or dark'],
  ['?', 'this list'],
]

interface Targets {
  readonly search: HTMLInputElement
  readonly theme: HTMLElement
  close(): void
  view(view: View): void
}

const VIEWS: Readonly<Record<string, View>> = { '1': 'overview', '2': 'sessions', '3': 'records' }

/** Everything can be reached from the keyboard; these are the short ways. */
export function watchKeys({ search, theme, close, view }: Targets): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as HTMLElement
    const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    if (event.key === 'Escape') {
      if (isTyping) target.blur()
      else if (!document.querySelector('dialog[open]')) close()
      return
    }
    if (isTyping) {
      if (event.key === 'Enter' && target === search) step(1)
      return
    }
    const named = VIEWS[event.key]
    if (named) view(named)
    else if (event.key === '/') {
      event.preventDefault()
      search.focus()
      search.select()
    } else if (event.key === 't') theme.click()
    else if (event.key === '?') showKeys()
    else if (event.key === 'j' || (event.key === 'ArrowDown' && isItem(target))) step(1, event)
    else if (event.key === 'k' || (event.key === 'ArrowUp' && isItem(target))) step(-1, event)
  })
}

function isItem(element: Element): boolean {
  return element.matches('[data-item]')
}

/** Moves the focus among the items of the list that is shown. */
function step(by: 1 | -1, event?: KeyboardEvent): void {
  event?.preventDefault()
  const items = [...document.querySelectorAll<HTMLElement>('#view [data-item]')]
  const open = document.querySelector<HTMLElement>('#view [data-item].is-open')
  const at = items.indexOf(
    (document.activeElement?.closest('[data-item]') as HTMLElement | null) ?? (open as HTMLElement),
  )
  const next =
    items[at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  // With the details open, they follow.
  if (open && next) next.click()
}

export function showKeys(): void {
  const dialog = h(
    'dialog',
    { class: 'keys', 'aria-label': 'Keys' },
    h('h2', {}, 'Keys'),
    h(
      'dl',
      {},
      KEYS.map(([keys, what]) => [
        h(
          'dt',
          {},
          keys.split('  ').map((key) => h('kbd', {}, key)),
        ),
        h('dd', {}, what),
      ]),
    ),
    h('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close'),
  )
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
}
