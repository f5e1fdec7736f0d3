/** What moves a cursor, changes a colour or turns the direction of writing; not tab and line feed. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text that quotes a command or a path, fit for a terminal: a character that does something
 * instead of being seen stands there as `\u001b`. Nothing is left out, since it is what is judged.
 */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
