/** `python` for `python3.12`. */
export function withoutVersion(name: string): string {
  let end = name.length
  while (end > 0 && '0123456789.'.includes(name[end - 1] ?? ' ')) end--
  return name.slice(0, end)
}
