import { h, replace } from './dom.ts'
import { keepToken } from './source.ts'

/** Asks for a token. It is kept for this tab and sent with every question, never in an address. */
export function askToken(place: HTMLElement, why: string, done: () => void): void {
  const input = h('input', {
    type: 'password',
    id: 'token',
    autocomplete: 'current-password',
    required: true,
  })
  const form = h(
    'form',
    { class: 'login' },
    h('h1', {}, 'Who is looking?'),
    h('p', { class: 'faint' }, why),
    h('label', { for: 'token' }, 'Token'),
    input,
    h('button', { type: 'submit' }, 'Look at the records'),
    h('p', { class: 'faint' }, 'It stands in the file given as --token-file, with the right read or all.'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    keepToken(input.value.trim())
    done()
  })
  replace(place, form)
  input.focus()
}
