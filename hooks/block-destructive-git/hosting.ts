import type { Command } from '../../src/shell/command.ts'
import { decision, type Finding, pass, refuse } from './call.ts'
import { baseName } from './read-call.ts'
import { gitWords } from './words.ts'

const ASK = 'Show the user the command, so that they can run it themselves.'

/** Things on a server that nothing brings back, by the words of `gh` and `glab` that delete them. */
const GONE = new Map([
  ['release delete', 'a release with its notes and files'],
  ['release delete-asset', 'a file of a release'],
  ['gist delete', 'a gist'],
  ['snippet delete', 'a snippet'],
  ['issue delete', 'an issue with all that was said in it'],
  ['discussion delete', 'a discussion'],
  ['project delete', 'a project'],
  ['secret delete', 'a secret, whose value nobody can read there'],
  ['secret remove', 'a secret, whose value nobody can read there'],
  ['variable delete', 'a variable'],
  ['codespace delete', 'a codespace and what is not pushed in it'],
])

/** What `gh`, `glab`, `hub` and requests by `curl` lose on the server; undefined for other commands. */
export function judgeHosting(command: Command): Finding | undefined {
  const program = baseName(command.argv[0]?.value ?? '')
  if (/^(?:curl|wget|https?|xh)$/.test(program)) return judgeRequest(command)
  if (!/^(?:gh|glab|hub)$/.test(program)) return undefined
  const words = gitWords(command.argv.slice(1), {
    valued: 'R repo X method H header f F raw-field field q jq t template b branch s source hostname input',
    long: 'repo method header raw-field field jq template force yes branch source hostname input',
  })
  const [group = '', action = '', third = ''] = words.operands.map((word) => word.value ?? '')
  const named = program === 'hub' ? (group === 'delete' ? 'repo delete' : '') : `${group} ${action}`
  if (/^(?:repo|project) delete$/.test(named))
    return refuse('it deletes the whole repository on the server', ASK)
  if (named === 'repo sync' && words.has('force', 'f')) {
    return decision('it overwrites the branch, with every commit that only it holds', ASK)
  }
  if (named === 'pr checkout' && words.has('force', 'f')) {
    return decision(
      'it overwrites the local branch of that pull request',
      '`gh pr checkout` without --force keeps it.',
    )
  }
  const gone = GONE.get(named)
  if (gone !== undefined && !words.has('help')) return decision(`it deletes ${gone}`, ASK)
  return group === 'api' ? judgeApi(words.operands[1]?.value ?? third, words) : undefined
}

/** `curl -X DELETE https://api.github.com/repos/x/y`. */
function judgeRequest({ argv }: Command): Finding | undefined {
  const values = argv.map(({ value }) => value ?? '')
  const deletes = values.some(
    (value, at) =>
      /^(?:-\w*X|--request|--method)=?DELETE$/i.test(value) ||
      (/^(?:-\w*X|--request|--method)$/.test(value) && /^DELETE$/i.test(values[at + 1] ?? '')) ||
      value === 'DELETE',
  )
  if (!deletes) return undefined
  const whole =
    /^(?:https?:\/\/)?(?:api\.github\.com|[^/]+\/api\/v3)\/repos\/[^/]+\/[^/?]+\/?$|\/api\/v4\/projects\/[^/?]+\/?$/
  if (values.some((value) => whole.test(value)))
    return refuse('it deletes the whole repository on the server', ASK)
  return values.some((value) => REF.test(value) && /^(?:https?:\/\/)?[^/]*git/i.test(value))
    ? decision('it deletes a branch or tag on the server', ASK)
    : undefined
}

/** Of a branch or a tag, in the address of a request. */
const REF = /\/git\/refs\/|\/branches\//

/** Requests of `gh api` that delete a repository or a branch, or move a branch by force. */
function judgeApi(path: string, words: ReturnType<typeof gitWords>): Finding | undefined {
  const method = [...words.values('X'), ...words.values('method')].at(-1)?.value?.toUpperCase()
  const fields = [...words.values('f'), ...words.values('F'), ...words.values('field')].map(
    (word) => word.value,
  )
  if (method === 'DELETE' && /^\/?repos\/[^/]+\/[^/]+\/?$/.test(path)) {
    return refuse('it deletes the whole repository on the server', ASK)
  }
  const ref = REF.test(path)
  if (method === 'DELETE' && ref) return decision('it deletes a branch or tag on the server', ASK)
  if (method === 'PATCH' && ref && fields.includes('force=true')) {
    return decision('it overwrites a branch on the server', ASK)
  }
  return pass('it deletes no branch and no repository')
}
