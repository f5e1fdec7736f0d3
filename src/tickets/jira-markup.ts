/**
 * The wiki markup of Jira Server and Data Center as a reader sees it: pictures and colours go,
 * code, lists and headings become what Markdown writes. What is not known stays as it is.
 */
export function withoutJiraMarkup(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .split(/\r\n|\r|\n/)
    .map(line)
    .join('\n')
}

/** Far more than is ever shown. */
const MAX_LENGTH = 100_000

function line(written: string): string {
  return written
    .replace(/\{(?:code|noformat)(?::[^{}\n]{0,200})?\}/g, '```')
    .replace(/\{(?:color|panel|quote)(?::[^{}\n]{0,200})?\}/g, '')
    .replace(/^h([1-6])\.\s+/, (_whole, level: string) => `${'#'.repeat(Number(level))} `)
    .replace(/!([^!\s|]{1,300})(?:\|[^!\n]{0,200})?!/g, (whole, name: string) =>
      /\.[A-Za-z0-9]{2,5}$/.test(name) ? `[image: ${name}]` : whole,
    )
    .replace(/\[([^|\]\n]{1,300})\|([^\]\s]{1,1000})\]/g, '$1 ($2)')
}
