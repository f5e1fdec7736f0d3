import type { Deploy } from './deploy.ts'
import type { Problem } from './problem.ts'
import { describeTarget } from './target.ts'

export interface Refused {
  readonly deploys: readonly Deploy[]
  readonly environment: string
  readonly problems: readonly Problem[]
}

/** What the model and the user are told: every deploy, every condition that fails, what to do. */
export function refusal(refused: readonly Refused[], asks: boolean): string {
  const parts = refused.map(({ deploys, environment, problems }) => {
    const head = headOf(deploys, environment, asks)
    const lines = problems.map(
      ({ found, required, remedy }) => `- ${found}; required: ${required}. To do: ${remedy}.`,
    )
    const count =
      problems.length === 1 ? 'One condition does not hold' : `${problems.length} conditions do not hold`
    return `${head}\n${count}:\n${lines.join('\n')}`
  })
  return `${parts.join('\n\n')}\n\n${ending(refused, asks)}`
}

/** What the user is asked when all holds and the environment wants a person's word. */
export function question(groups: readonly Pick<Refused, 'deploys' | 'environment'>[]): string {
  const heads = groups.map(({ deploys, environment }) => headOf(deploys, environment, false))
  const names = [...new Set(groups.map(({ environment }) => environment))].join(' and ')
  return `${heads.join('\n')}\nEverything that has to hold for it does. For ${names} a person decides each time.`
}

function headOf(deploys: readonly Deploy[], environment: string, asks: boolean): string {
  const [first] = deploys
  return deploys.length === 1 && first
    ? `${through(first)} ${asks ? 'may deploy' : 'deploys'} to ${describeTarget(first.target)}.`
    : `This deploys to ${environment}:\n${deploys.map((one) => `  ${through(one)}: ${describeTarget(one.target)}`).join('\n')}`
}

function through({ what, through: by }: Deploy): string {
  return by.length === 0 ? `\`${what}\`` : `\`${by.join(' > ')}\` runs \`${what}\`, which`
}

function ending(refused: readonly Refused[], asks: boolean): string {
  const unnamed = refused
    .flatMap(({ deploys }) => deploys)
    .find(
      ({ target }) => target.kind === 'protected' && target.because !== 'name' && target.because !== 'tool',
    )
  const hint = unnamed
    ? 'If it goes somewhere else, name that in the command (for example --env staging), or let a person add the name to "unprotected" in the section check-deploy-env of hookbox.json. '
    : ''
  return `${hint}${
    asks
      ? 'A person decides whether it runs all the same.'
      : 'When all of it holds, the same command passes. A person can also run it outside the agent, or change what is required in the section check-deploy-env of hookbox.json.'
  }`
}
