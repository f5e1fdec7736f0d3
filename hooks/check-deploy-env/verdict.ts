import { overridden } from '../../src/approval/override.ts'
import { useApproval } from '../../src/approval/use.ts'
import { recordVerdict } from '../../src/audit/verdict.ts'
import { ask, deny, PASS, type Ruled, ruledBy, type Verdict } from '../../src/hook.ts'
import type { Grant } from './conditions/approval.ts'
import type { Judged } from './conditions/index.ts'
import type { Deploy } from './deploy.ts'
import { NAME } from './options.ts'
import { question, refusal } from './reason.ts'
import type { Scene } from './scene.ts'

/** Deploys that share their environment, folder and cluster, and what came of its conditions. */
export interface Group extends Judged {
  readonly deploys: readonly Deploy[]
  readonly environment: string
}

/** The verdict on all deploys of a call. `doubts`: the question about what could not be read. */
export async function settled(
  groups: readonly Group[],
  doubts: string | undefined,
  scene: Scene,
): Promise<Verdict> {
  const failing = groups.filter(({ problems }) => problems.length > 0)
  const refused = failing.filter(({ approved }) => !approved.breakGlass)
  const sure = refused.filter(({ deploys }) => deploys.some(({ certainty }) => certainty === 'sure'))
  const failed = [...sure, ...refused].flatMap(({ problems }) => problems.map(({ rule }) => rule))
  const by = ruledFor(doubts === undefined ? failed : [...failed, 'unread'], refused)
  if (sure.length > 0) return deny(refusal(refused, false), by)
  if (refused.length > 0) return ask(refusal(refused, true), by)
  if (doubts !== undefined) return ask(doubts, by)
  if (scene.ctx.options.mode !== 'observe') return usingUp(groups, failing, scene)
  // Whoever only observes uses nothing up.
  return asked(groups) ?? PASS
}

/** The question, where an environment wants a person's word. */
function asked(groups: readonly Group[]): Verdict | undefined {
  const asking = groups.filter(({ approved }) => approved.asks)
  return asking.length === 0 ? undefined : ask(question(asking), ruledFor(['approval'], asking))
}

/** The rules, and the state that an approval of this call is bound to. */
function ruledFor(rules: readonly string[], groups: readonly Group[]): Ruled {
  const about = groups.map(({ environment, repository }) =>
    [environment, repository?.root, repository?.commit].join(' '),
  )
  return { ...ruledBy(rules), ...(about.length === 0 ? {} : { about }) }
}

/** Lets the deploys go ahead: uses up what a person has allowed, and asks where that is wanted. */
async function usingUp(groups: readonly Group[], failing: readonly Group[], scene: Scene): Promise<Verdict> {
  const { event, ctx } = scene
  const used = new Map<string, Grant>()
  for (const group of groups) {
    const grant = failing.includes(group) ? group.approved.breakGlass : group.approved.grant
    if (!grant || used.has(grant.digest)) continue
    if (!useApproval(grant.digest, event, ctx.host)) {
      const lost = `the approval ${grant.code} for ${group.environment} has just been used up by another call; a person has to approve again`
      return deny(lost, ruledFor(['approval'], [group]))
    }
    used.set(grant.digest, grant)
  }
  const broken = await broke(failing, scene)
  if (broken?.kind === 'deny') return broken
  await recordUse(groups, failing, scene)
  const question = asked(groups)
  if (question?.kind !== 'ask') return broken ?? PASS
  return broken?.kind === 'report' ? { ...question, message: broken.message } : question
}

/** Break-glass goes into the audit log, or nothing passes. */
async function broke(failing: readonly Group[], { event, ctx }: Scene): Promise<Verdict | undefined> {
  let said: Verdict | undefined
  for (const group of failing) {
    const { breakGlass } = group.approved
    if (!breakGlass) continue
    const refused = deny(
      refusal([group], false),
      ruledFor(
        group.problems.map(({ rule }) => rule),
        [group],
      ),
    )
    if (!('reason' in refused)) continue
    said = await overridden(NAME, refused, { mode: ctx.options.mode, approved: breakGlass }, event, ctx.host)
    if (said.kind === 'deny') return said
  }
  return said
}

/** An approval that was used up is told to the audit log, where one is kept. */
async function recordUse(
  groups: readonly Group[],
  failing: readonly Group[],
  { event, ctx }: Scene,
): Promise<void> {
  for (const group of groups) {
    const { grant } = group.approved
    if (!grant || failing.includes(group)) continue
    const wanted = { ...ruledFor(['approval'], [group]), reason: question([group]) }
    const outcome = { mode: ctx.options.mode, approved: grant.code }
    await recordVerdict(NAME, { kind: 'deny', ...wanted }, outcome, event, ctx.host)
  }
}
