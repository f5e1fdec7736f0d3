import type { Word } from '../../../src/shell/command.ts'
import { SECRET_NAME } from '../secret-names.ts'
import { showsStored } from './secret-stores.ts'
import { type Call, leading, split } from './use.ts'

/** Code that prints the environment as a whole. */
const PRINTED =
  /(?:console\.\w+|print|pprint|puts|pp?|var_dump|print_r|echo|say)\b\s*\(?\s*(?:JSON\.stringify\(|json\.dumps\(|dict\()?\s*(?:process\.env|os\.environ|ENV|%ENV|\$_ENV|getenv\(\)|Deno\.env\.toObject\(\))(?:\.to_h)?\s*(?:[),;]|$)/m

/**
 * What of the environment a command shows, in words; undefined: nothing that matters. `after`
 * is the text that follows the command.
 */
export function shownEnvironment(call: Call, after: string): string | undefined {
  const { name, args, command } = call
  if (PRINTED.test(command.code?.text ?? '')) return EVERYTHING
  if (command.wraps) return undefined
  if (STORES.has(name) && !command.redirects.some(({ writes }) => writes) && showsStored(name, args, after)) {
    return 'a secret that a store of secrets keeps'
  }
  const { operands, has } = split(args)
  switch (name) {
    case 'env':
      return operands.every((word) => leading(word).includes('=')) ? unlessFiltered(after) : undefined
    case 'printenv':
      return operands.length === 0 ? unlessFiltered(after) : named(operands.map(leading))
    case 'export':
    case 'declare':
    case 'typeset':
      return operands.length === 0 && (name === 'export' || has('p', 'x')) ? unlessFiltered(after) : undefined
    case 'set':
      return args.length === 0 ? unlessFiltered(after) : undefined
    case 'echo':
    case 'printf':
      return printed(args, call, after)
    default:
      return undefined
  }
}

const STORES = new Set(
  'security pass op bw lpass secret-tool keyring gh gcloud aws az vault heroku kubectl doppler infisical'.split(
    ' ',
  ),
)

const EVERYTHING = 'every environment variable, secrets among them'

/** What a filter behind it leaves: names, a number, or lines that match a harmless word. */
function unlessFiltered(after: string): string | undefined {
  if (/^\s*\|\s*(?:wc\b|cut\s+-d\s*['"]?=['"]?\s+-f\s*1\b|grep\s+-[a-z]*[cq])/.test(after)) return undefined
  const filter =
    /^\s*\|\s*(?:e?grep|rg)\s+(?:-[a-zA-Z]+\s+)*(?:"([^"$`]*)"|'([^']*)'|([^\s|;&"'$`-]\S*))/.exec(after)
  const pattern = filter?.[1] ?? filter?.[2] ?? filter?.[3]
  const isNarrow = pattern !== undefined && /\w{2}/.test(pattern) && !/-v/.test(filter?.[0] ?? '')
  return isNarrow && !SECRET_NAME.test(pattern) && !/key|auth/i.test(pattern) ? undefined : EVERYTHING
}

function named(names: readonly string[]): string | undefined {
  const secret = names.find((name) => SECRET_NAME.test(name))
  return secret === undefined ? undefined : `the value of ${secret}`
}

/** `echo $API_TOKEN`, when it is shown and not handed on. */
function printed(args: readonly Word[], { command }: Call, after: string): string | undefined {
  if (/^\s*\|(?!\|)/.test(after) || command.redirects.some(({ writes }) => writes)) return undefined
  const variables = args.flatMap(({ source }) => {
    const quoted = source.replace(/'[^']*'|\\\$/g, '')
    return [...quoted.matchAll(/\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
  })
  return named(variables)
}
