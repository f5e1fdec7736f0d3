import type { Deploy } from './deploy.ts'
import { wordsOf } from './names.ts'
import type { Scene } from './scene.ts'
import { type Clue, settle } from './target.ts'
import { ENVIRONMENT_VARIABLE } from './task-name.ts'
import { matchesWildcard } from './wildcard.ts'

const DEPLOYS = new Set(
  'deploy redeploy undeploy rollout rollback promote publish release upgrade apply destroy uninstall sync scale'.split(
    ' ',
  ),
)
/** Words that mean a deploy only on a server that is about deploying. */
const CHANGES = new Set('create update delete restart run patch start stop install trigger set'.split(' '))
const ABOUT_DEPLOYING =
  /(?:^|[^a-z])(?:k8s|kube\w*|helm|argo\w*|flux|terraform|tofu|pulumi|vercel|netlify|heroku|fly|railway|render|cloud-?run|ecs|cdk|deploy\w*|nomad|rancher|openshift)(?:[^a-z]|$)/i
const LOOKS = new Set(
  'get list describe show read search status logs log diff plan preview validate lint fetch find check history watch explain docs query dry template inspect info events top view'.split(
    ' ',
  ),
)

/**
 * The deploy that a call of an MCP tool would do, by the tool's name and what it is given.
 * The harness calls it `mcp__SERVER__TOOL`.
 */
export function mcpDeploy(
  name: string,
  input: Readonly<Record<string, unknown>>,
  cwd: string,
  scene: Scene,
): Deploy | undefined {
  const { readOnly, deploys } = scene.ctx.options
  const passes = readOnly.find((pattern) => matchesWildcard(pattern, name))
  if (passes !== undefined) {
    scene.ctx.note(`${name}: passes by readOnly ${passes}`)
    return undefined
  }
  const own = deploys.find(({ tool }) => tool !== undefined && matchesWildcard(tool, name))
  if (own && !rehearses(input)) {
    const given: Clue[] = []
    if (own.environment === undefined) collect(input, '', given, 0)
    else given.push({ name: own.environment, from: 'the configuration', weight: 'names' })
    const target = settle(given, scene.protection, 'unknown')
    return { what: name, through: [], target, certainty: 'sure', directory: cwd }
  }
  const [, server = '', ...rest] = name.split('__')
  const words = wordsOf(rest.join('-'))
  const noun = words.includes('deployment') || words.includes('deployments')
  if (words.some((word) => LOOKS.has(word))) return undefined
  const changes = words.some((word) => CHANGES.has(word))
  if (!words.some((word) => DEPLOYS.has(word)) && !(changes && (noun || ABOUT_DEPLOYING.test(server))))
    return undefined
  if (rehearses(input)) {
    scene.ctx.note(`${name}: a rehearsal`)
    return undefined
  }
  const clues: Clue[] = []
  collect(input, '', clues, 0)
  const sure =
    words.some((word) => /deploy|rollout|rollback|promote/.test(word)) || ABOUT_DEPLOYING.test(server)
  const target = settle(clues, scene.protection, sure ? 'unknown' : 'open')
  return { what: name, through: [], target, certainty: sure ? 'sure' : 'likely', directory: cwd }
}

function rehearses(input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(input).some(
    ([key, value]) =>
      /^dry[-_]?run$/i.test(key) &&
      value !== false &&
      value !== 'none' &&
      value !== 'false' &&
      value !== null,
  )
}

const NAMES =
  /^(?:environments?|env|stage|target|context|kube_?context|cluster|workspace|profile|branch|stack|tier|prod(?:uction)?)(?:_?name)?$/i

/** Clues in what the tool is given, at most three levels down. */
function collect(value: unknown, key: string, clues: Clue[], depth: number): void {
  if (clues.length >= 100) return
  if (typeof value === 'string') {
    const names = NAMES.test(key) || ENVIRONMENT_VARIABLE.test(key)
    // Sentences speak of environments; names are one word.
    if (value.length <= 200 && !/\s/.test(value))
      clues.push({ name: value, from: key, weight: names ? 'suggests' : 'betrays' })
  } else if (value === true && /^prod(?:uction)?$/i.test(key)) {
    clues.push({ name: 'production', from: key, weight: 'names' })
  } else if (typeof value === 'object' && value !== null && depth < 3) {
    for (const [inner, item] of Object.entries(value))
      collect(item, Array.isArray(value) ? key : inner, clues, depth + 1)
  }
}

/** The shell text that an MCP tool for running commands is given. */
export function mcpCommand(name: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const words = wordsOf(name.split('__').slice(2).join('-'))
  if (!words.some((word) => /^(?:run|exec|execute|shell|bash|command|terminal|cmd|ssh)$/.test(word)))
    return undefined
  for (const key of ['command', 'cmd', 'script', 'code']) {
    const value = input[key]
    if (typeof value === 'string') return value
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(' ')
  }
  return undefined
}
