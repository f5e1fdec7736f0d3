/**
 * Values in an example file that look as if they were in use. The file's name says that it
 * holds none, and it goes to wherever the repository goes.
 */
const FORMATS: readonly (readonly [what: string, format: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/]{40}/],
  ['a payment service key', /\b[sr]k_live_[A-Za-z0-9]{16,}/],
  ['an AWS access key', /\b(?:AKIA|ASIA)(?![A-Z0-9]*EXAMPLE)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})/],
  ['a GitLab token', /\bglpat-[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{20,}/],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['a model service key', /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/],
]

/** A password in an address: `postgres://user:password@host`. */
const IN_ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{1,64}:([^\s/@'"]{1,200})@([\w.-]{1,200})/gi

/** Passwords and hosts that stand for others. */
const STAND_IN =
  /^(?:.*(?:example|change|placeholder|your|todo|secret|dummy|sample|redacted).*|pass(?:word|wd)?\d*|pw|test|dev|user|admin|root|postgres|mysql|guest|app|x+|\*+|\.+|<.*>|\$\{?.*|\{\{.*)$/i
const LOCAL =
  /^(?:localhost|127\..*|0\.0\.0\.0|db|database|postgres|mysql|mariadb|redis|mongo|rabbitmq|host)$|\.(?:example|invalid|test|localhost)$|(?:^|\.)example\.(?:com|org|net)$/i

/** What kind of value in use the text seems to hold; undefined: none. */
export function liveValueIn(text: string): string | undefined {
  const known = FORMATS.find(([, format]) => format.test(text))
  if (known) return known[0]
  for (const [, password = '', host = ''] of text.matchAll(IN_ADDRESS)) {
    if (!STAND_IN.test(password) && !LOCAL.test(host)) return 'a password in an address'
  }
  return undefined
}
