/** Light, dark, or as the system has it. */
type Theme = 'system' | 'light' | 'dark'

const KEY = 'hookbox-theme'
const ORDER: readonly Theme[] = ['system', 'light', 'dark']

export function applyTheme(): Theme {
  const theme = ORDER.find((one) => one === stored()) ?? 'system'
  document.documentElement.dataset['theme'] = theme
  return theme
}

export function nextTheme(): Theme {
  const next = ORDER[(ORDER.indexOf(applyTheme()) + 1) % ORDER.length] ?? 'system'
  try {
    localStorage.setItem(KEY, next)
  } catch {} // a file's own storage may be off
  document.documentElement.dataset['theme'] = next
  return next
}

export function themeName(theme: Theme): string {
  return theme === 'system' ? 'As the system has it' : theme === 'light' ? 'Light' : 'Dark'
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
