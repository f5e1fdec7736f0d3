const FILE = String.raw`["']?([^\s"';|&]+)["']?`
const THERE = String.raw`(?:\[\[?\s+-[fes]\s+${FILE}\s+\]\]?|test\s+-[fes]\s+${FILE})`
const NOT_THERE = String.raw`(?:\[\[?\s+!\s+-[fes]\s+${FILE}\s+\]\]?|test\s+!\s+-[fes]\s+${FILE}|!\s+test\s+-[fes]\s+${FILE})`
const FORMS = [
  new RegExp(`${THERE}\\s*\\|\\|\\s*$`),
  new RegExp(`${NOT_THERE}\\s*(?:&&|;\\s*then|\\n\\s*then)\\s*$`),
]

/**
 * The file without which the command behind `before` runs: `.env` of `[ -f .env ] || cp ...` and
 * of `if [ ! -f .env ]; then cp ...`. Undefined: there is no such test right in front of it.
 */
export function onlyWithout(before: string): string | undefined {
  const near = before.slice(-200)
  for (const form of FORMS) {
    const file = form
      .exec(near)
      ?.slice(1)
      .find((one) => one !== undefined)
    if (file !== undefined) return file
  }
  return undefined
}
