import { readText } from '../../src/host/read-text.ts'
import { joinPath, resolvePath } from '../../src/paths/written.ts'
import { plainLine } from '../../src/text/plain.ts'
import { shownWord } from './shown-word.ts'
import type { Work } from './work.ts'

/** Variables that say which environment is meant. Their values are names, not secrets. */
const NAMES = [
  'NODE_ENV',
  'APP_ENV',
  'RAILS_ENV',
  'RACK_ENV',
  'MIX_ENV',
  'FLASK_ENV',
  'DJANGO_SETTINGS_MODULE',
  'ASPNETCORE_ENVIRONMENT',
  'SPRING_PROFILES_ACTIVE',
  'DEPLOY_ENV',
  'ENVIRONMENT',
]

const MAX_NAMES = 20

/**
 * What a deploy started here would be aimed at, as far as files and variables say: no program is
 * started and no server asked. Of `.env` files only the names of the variables are given.
 */
export function deploymentLines(work: Work): string[] {
  return [
    ...kubernetes(work),
    ...terraform(work),
    ...clouds(work),
    ...variables(work),
    ...environmentFiles(work),
  ]
}

function line(label: string, value: string | undefined, from: string): string[] {
  return value === undefined || value === '' ? [] : [`${label}: ${shownWord(value)} (${from})`]
}

function kubernetes({ host }: Work): string[] {
  const windows = host.platform === 'win32'
  const home = host.home() ?? '/'
  const written = host.env('KUBECONFIG') || joinPath(home, '.kube/config')
  // The first file that names one counts, as kubectl does it.
  for (const path of written.split(windows ? ';' : ':').filter(Boolean)) {
    const text = readText(host, resolvePath(home, path, windows), 4 * 1024 * 1024)
    const name =
      text === undefined
        ? undefined
        : /^["']?current-context["']?:[ \t]*["']?([^"'\r\n#]*)/m.exec(text)?.[1]?.trim()
    if (name) return line('Kubernetes context', name, shownPath(path, home))
  }
  return []
}

function terraform({ host, cwd, projectRoot }: Work): string[] {
  const named = host.env('TF_WORKSPACE')
  if (named) return line('Terraform workspace', named, 'TF_WORKSPACE')
  for (const folder of new Set([cwd, projectRoot])) {
    const data = resolvePath(folder, host.env('TF_DATA_DIR') || '.terraform', host.platform === 'win32')
    if (host.stat(data)?.kind !== 'directory') continue
    const workspace = readText(host, joinPath(data, 'environment'), 200)?.trim() || 'default'
    return line('Terraform workspace', workspace, folder === cwd ? '.terraform' : shownWord(data))
  }
  return []
}

function clouds({ host }: Work): string[] {
  const home = host.home() ?? '/'
  const first = (...names: readonly string[]) => names.find((name) => host.env(name))
  const lines: string[] = []
  const aws = first('AWS_PROFILE', 'AWS_DEFAULT_PROFILE')
  if (aws !== undefined) lines.push(...line('AWS profile', host.env(aws), aws))
  const region = first('AWS_REGION', 'AWS_DEFAULT_REGION')
  if (region !== undefined) lines.push(...line('AWS region', host.env(region), region))
  const folder = host.env('CLOUDSDK_CONFIG') || joinPath(home, '.config/gcloud')
  const active =
    host.env('CLOUDSDK_ACTIVE_CONFIG_NAME') || readText(host, joinPath(folder, 'active_config'), 200)?.trim()
  if (active && /^[\w-]{1,60}$/.test(active)) {
    const text = readText(host, joinPath(folder, `configurations/config_${active}`), 16_384) ?? ''
    const project = host.env('CLOUDSDK_CORE_PROJECT') || /^project\s*=\s*(\S+)/m.exec(text)?.[1]
    lines.push(...line('Google Cloud project', project, `gcloud configuration ${active}`))
  }
  const azure = readText(
    host,
    joinPath(host.env('AZURE_CONFIG_DIR') || joinPath(home, '.azure'), 'azureProfile.json'),
    512 * 1024,
  )
  lines.push(...line('Azure subscription', azureDefault(azure), 'azureProfile.json'))
  return lines
}

function azureDefault(text: string | undefined): string | undefined {
  try {
    const { subscriptions } = JSON.parse((text ?? '').replace(/^\ufeff/, '')) as { subscriptions?: unknown }
    const all = Array.isArray(subscriptions)
      ? (subscriptions as { name?: unknown; isDefault?: unknown }[])
      : []
    const name = all.find((one) => one?.isDefault === true)?.name
    return typeof name === 'string' ? name : undefined
  } catch {
    return undefined
  }
}

function variables({ host }: Work): string[] {
  const set = NAMES.flatMap((name) => {
    const value = host.env(name)
    return value ? [`${name}=${shownWord(plainLine(value, 60))}`] : []
  })
  return set.length === 0 ? [] : [`Environment: ${set.join(', ')}`]
}

/** Files such as `.env.production`: which there are, and what they set, never to what. */
function environmentFiles({ host, projectRoot }: Work): string[] {
  const files = (host.list(projectRoot) ?? []).filter((name) => /^\.env(?:\.[\w-]+)*$/.test(name)).sort()
  return files.slice(0, 6).flatMap((name) => {
    const path = joinPath(projectRoot, name)
    if (host.lstat(path)?.kind !== 'file') return []
    const names = variablesOf(readText(host, path, 64 * 1024) ?? '')
    const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''
    return [
      `${shownWord(name)} sets (values not shown): ${names.slice(0, MAX_NAMES).join(', ') || 'nothing'}${more}`,
    ]
  })
}

/**
 * Names of the variables that an env file sets. A value in quotes may go over several lines, and a
 * key's lines in it must not pass for names.
 */
function variablesOf(text: string): string[] {
  const names = new Set<string>()
  let open: string | undefined
  for (const written of text.split(/\r\n|\r|\n/)) {
    if (open !== undefined) {
      if (written.includes(open)) open = undefined
      continue
    }
    const [, name, value = ''] =
      /^\s*(?:export\s+)?([A-Z][A-Z0-9_]{0,60}|[a-z][a-z0-9_]{0,60})\s*=\s*(.*)$/.exec(written) ?? []
    if (name === undefined) continue
    names.add(name)
    const quote = /^["'`]/.exec(value)?.[0]
    if (quote !== undefined && !value.slice(1).includes(quote)) open = quote
  }
  return [...names]
}

function shownPath(path: string, home: string): string {
  return shownWord(path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path)
}
