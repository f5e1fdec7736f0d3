import { shownArgv } from '../../../src/process/shell.ts'
import { readVerified } from '../../../src/verified/record.ts'
import type { Check, Environment } from '../options.ts'
import { lastLine, type Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import type { Repository } from './repository.ts'

const TESTS_DEADLINE_MS = 45_000

/** Whether the tests passed for the commit that is checked out: by record, or by running a command. */
export async function tests(
  required: Environment,
  repository: Repository | undefined,
  directory: string | undefined,
  scene: Scene,
): Promise<Problem | undefined> {
  const asked = required.tests
  if (asked === false) return undefined
  if (asked !== 'record') {
    const check = { name: 'tests', run: asked, remedy: `run \`${asked.join(' ')}\` and see what fails` }
    return ownCheck(check, repository?.root ?? directory, scene, TESTS_DEADLINE_MS)
  }
  if (!repository) return undefined // The missing repository is named already.
  const { root, commit } = repository
  const short = commit?.slice(0, 9) ?? 'the first commit'
  const run = commit === undefined ? undefined : await readVerified(scene.ctx.host, root, commit)
  if (run) {
    scene.ctx.note(`tests: ${run.command} passed for ${short} at ${run.at}`)
    return undefined
  }
  const last = await readVerified(scene.ctx.host, root)
  return {
    rule: 'tests',
    found: `no passed test run is recorded for ${short}${last ? ` (the last one is for ${last.commit.slice(0, 9)})` : ''}`,
    required: 'tests passed for this commit',
    remedy: `run \`${verification(root)}\`, which runs the tests and, when they pass, records that for this commit (the tests must be those of the repository's root, or "commands" in the section verify-before-stop)`,
  }
}

/** What makes verify-before-stop run and record: a payload of its own, since --explain changes nothing. */
function verification(root: string): string {
  const payload = JSON.stringify({ hook_event_name: 'Stop', cwd: root })
  return `${shownArgv(['printf', '%s', payload])} | verify-before-stop`
}

const CHECK_DEADLINE_MS = 20_000

/** A command of the team's own: it holds when it exits with 0. */
export async function ownCheck(
  check: Check,
  cwd: string | undefined,
  { ctx: { host } }: Scene,
  deadlineMs = CHECK_DEADLINE_MS,
): Promise<Problem | undefined> {
  const timeoutMs = check.timeoutSeconds === undefined ? deadlineMs : check.timeoutSeconds * 1000
  const command = check.run.join(' ')
  const problem = (found: string): Problem => ({
    rule: 'check',
    found: `${check.name}: ${found}`,
    required: `\`${command}\` ends with 0`,
    remedy: check.remedy ?? `run \`${command}\` and see`,
  })
  if (cwd === undefined || host.stat(cwd)?.kind !== 'directory')
    return problem('the folder to run it in is not known')
  const result = await host.run(check.run, { cwd, timeoutMs, maxOutputBytes: 8192 })
  if (result.ended === 'exited' && result.code === 0) return undefined
  if (result.ended === 'missing') return problem(`${check.run[0]} was not found in PATH`)
  if (result.ended === 'timeout')
    return problem(`\`${command}\` took longer than ${timeoutMs / 1000} seconds`)
  const said = lastLine(result.stderr.trim() === '' ? result.stdout : result.stderr)
  return problem(`\`${command}\` ended with ${result.code}${said ? ` (${said})` : ''}`)
}
