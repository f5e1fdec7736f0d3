import type { Context } from '../../src/hook.ts'
import { COMPILED, type Compiled } from './compiled.generated.ts'
import { type Form, formsOf } from './forms.ts'
import { bitsOf } from './keys.ts'
import type { Options, Reading } from './options.ts'
import type { Finding, Touch } from './touch.ts'
import type { UserPatterns } from './user-patterns.ts'

/**
 * What is wrong with these touches; empty: nothing. `cwd` has to be normalised. Throws a
 * PayloadError for a path that can't be one.
 */
export async function judge(
  touches: readonly Touch[],
  cwd: string,
  ctx: Context<Options>,
): Promise<readonly Finding[]> {
  const users = await userPatterns(cwd, ctx)
  const findings: Finding[] = []
  for (const touch of touches) {
    for (const form of formsOf(ctx.host, touch)) {
      const finding = judgeForm(touch, form, users, ctx)
      if (finding) findings.push(finding)
    }
  }
  return findings
}

/** The findings that no configuration allows. */
export async function withoutAllowed(
  findings: readonly Finding[],
  cwd: string,
  ctx: Context<Options>,
): Promise<readonly Finding[]> {
  const users = await userPatterns(cwd, ctx)
  return findings.filter((finding) => users?.allows(finding) === undefined)
}

/** Loaded only when somebody configured some. */
async function userPatterns(cwd: string, ctx: Context<Options>): Promise<UserPatterns | undefined> {
  const { protect, allow, allowEverywhere } = ctx.options
  if (protect.length === 0 && allow.length === 0 && allowEverywhere.length === 0) return undefined
  return (await import('./user-patterns.ts')).loadUserPatterns(cwd, ctx)
}

function judgeForm(
  touch: Touch,
  form: Form,
  users: UserPatterns | undefined,
  ctx: Context<Options>,
): Finding | undefined {
  const { options } = ctx
  const about = { touch, path: form.path, linked: form.linked }
  const own = users?.protects(form.path)
  const candidates: Finding[] = []
  if (own) {
    const verdict = touch.access === 'write' ? 'deny' : (own.read ?? options.readSecrets)
    if (verdict !== 'pass') candidates.push({ ...about, rule: 'protect', kind: 'secret', verdict })
  }
  for (const pattern of matching(form, ctx)) {
    if (touch.only && !touch.only.includes(pattern.kind)) continue
    const isNew = touch.fills === true && pattern.kind === 'secret' && isAbsent(touch, form, ctx)
    const verdict = isNew ? 'pass' : verdictFor(pattern, touch, options)
    ctx.note(
      `${touch.by}: ${touch.access} of ${form.path}, which matches ${pattern.id} (${pattern.kind}): ${verdict}`,
      { file: form.path, access: touch.access, rule: pattern.id, kind: pattern.kind, verdict },
    )
    if (verdict !== 'pass') candidates.push({ ...about, rule: pattern.id, kind: pattern.kind, verdict })
  }
  return candidates
    .filter((finding) => {
      const allowance = users?.allows(finding)
      if (allowance !== undefined) ctx.note(`${finding.path} is allowed by ${allowance}`)
      return allowance === undefined
    })
    .sort((a, b) => gravity(b) - gravity(a))[0]
}

function isAbsent({ elsewhere, blind }: Touch, { path }: Form, ctx: Context<Options>): boolean {
  return elsewhere !== true && blind !== true && ctx.host.lstat(path) === undefined
}

/** True for a file that shows the shape of a secret one: .env.example. */
export function isModel(touch: Touch, ctx: Context<Options>): boolean {
  return formsOf(ctx.host, touch).some(({ subject }) => {
    if (bitsOf(subject) === 0) return false
    return COMPILED.some(
      ({ kind, match, except }) => kind === 'secret' && match.test(subject) && except?.test(subject) === true,
    )
  })
}

/** True when the path itself is one of a secret file, whatever is configured. */
export function isSecret(touch: Touch, ctx: Context<Options>): boolean {
  return formsOf(ctx.host, touch).some((form) => matching(form, ctx).some(({ kind }) => kind === 'secret'))
}

function gravity(finding: Finding): number {
  return finding.verdict === 'deny' ? 1 : 0
}

function matching(form: Form, ctx: Context<Options>): Compiled[] {
  const { subject } = form
  const bits = bitsOf(subject)
  if (bits === 0) return []
  const found = COMPILED.filter(
    ({ match, except }, index) =>
      (bits & (1 << index)) !== 0 && match.test(subject) && except?.test(subject) !== true,
  )
  if (!found.some(({ filesOnly }) => filesOnly)) return found
  const isFolder = ctx.host.stat(form.path)?.kind === 'directory'
  return isFolder ? found.filter(({ filesOnly }) => !filesOnly) : found
}

function verdictFor({ id, kind }: Compiled, { access, elsewhere }: Touch, options: Options): Reading {
  // What checks this agent lies on this machine; a secret is one anywhere.
  if (elsewhere === true && kind !== 'secret') return 'pass'
  const verdict = access === 'write' ? 'deny' : readingOf(kind, access, options)
  return verdict === 'deny' && options.ask.includes(id) ? 'ask' : verdict
}

function readingOf(kind: Compiled['kind'], access: 'read' | 'send', options: Options): Reading {
  if (kind === 'secret') return options.readSecrets
  if (kind === 'control') return options.readControls
  return access === 'send' ? 'ask' : 'pass'
}
