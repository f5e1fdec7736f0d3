/**
 * Other spellings of the same text, in which forms that the parser is known to misread stand
 * in a way that it reads right. Bash removes a backslash at a line's end before it looks for
 * operators; it ends `>&-` at the `-`; it sees `<(` in `1<(x)`. Inside quotes the changed
 * text may mean something else, so what is found here only adds to what the text itself shows.
 * `misread`: the parser has reported something in the text.
 */
export function variants(text: string, misread: boolean): string[] {
  const found: string[] = []
  // An ordinary line that goes on has a blank before the backslash.
  const breaks = /[^\s]\\\n|[<>&|]\s*\\\n/.test(text)
  const joined = breaks ? text.replace(/\\([\s\S])/g, (pair, char) => (char === '\n' ? '' : pair)) : text
  if (joined !== text) found.push(joined)
  for (const one of [text, ...found.slice(0, 1)]) {
    const spaced = one.replace(/([<>]&[ \t]*-)(?=[^\s;&|)])/g, '$1 ').replace(/([0-9}])(?=[<>]\()/g, '$1 ')
    if (spaced !== one) found.push(spaced)
  }
  // `$((a) 2>&1)` is a subshell in a substitution, but begins as arithmetic does.
  if (misread && text.includes('((')) found.push(text.replaceAll('((', '( ('))
  return found
}
