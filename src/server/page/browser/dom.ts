import { visible } from '../../../text/visible.ts'

/**
 * Builds elements. Text is always text: nothing here, or anywhere in the page, parses markup, and what
 * would turn the direction of writing is seen instead of done, so that a command reads as it runs.
 */

type Child = Node | string | number | null | undefined | false
export type Children = Child | readonly Children[]

interface Props {
  readonly class?: string
  /** Custom properties and styles that depend on data, set one by one. */
  readonly style?: Readonly<Record<string, string>>
  readonly on?: Readonly<Record<string, (event: Event) => void>>
  readonly [attribute: string]: unknown
}

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Children[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), props, children)
}

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Children[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), props, children)
}

function fill<Made extends HTMLElement | SVGElement>(
  element: Made,
  { style = {}, on = {}, ...attributes }: Props,
  children: readonly Children[],
): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value)
  for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener)
  append(element, children)
  return element
}

function append(element: Element, children: Children): void {
  if (Array.isArray(children)) for (const child of children) append(element, child)
  else if (children instanceof Node) element.append(children)
  else if (children !== null && children !== undefined && children !== false)
    element.append(visible(String(children).replaceAll('\r\n', '\n')))
}

/** Puts new content in the place of the old. */
export function replace(element: Element, ...children: readonly Children[]): void {
  element.replaceChildren()
  append(element, children)
}

/** The path of an icon in a box of 16. */
const ICONS = {
  search: 'M7 12.5a5.5 5.5 0 1 1 0-11 5.5 5.5 0 0 1 0 11Zm4-1.5 3.5 3.5',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  copy: 'M5.5 5.5h8v8h-8zM2.5 10.5v-8h8',
  back: 'M9.5 3 4.5 8l5 5',
  keys: 'M1.5 4h13v8h-13zM4 7h.01M6.5 7h.01M9 7h.01M11.5 7h.01M5 9.5h6',
  ok: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M8 3.5v6M8 12.4v.1',
  refused: 'M4 4l8 8M12 4l-8 8',
  asked: 'M5.6 5.6a2.4 2.4 0 1 1 3.6 2.2C8.4 8.3 8 8.7 8 9.6M8 12.4v.1',
  open: 'M8 4.5v3.7l2.3 1.5',
} as const

export function icon(name: keyof typeof ICONS): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] }),
  )
}
