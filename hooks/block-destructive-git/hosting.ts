import type { Command } from '../../src/shell/command.ts'
import { decision, type Finding, pass, refuse } from './call.ts'
import { baseName } from './read-call.ts'
import { gitWords } from './words.ts'

const ASK = 'Show the user the command, so that they can run it themselves.'

/** What `gh`, `glab` and `hub` lose on the server; undefined for other commands. */
export function judgeHosting(command: Command): Finding | undefined {
  const program = baseName(command.argv[0]?.value ?? '')
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
  if (named === 'codespace delete')
    return decision('it deletes a codespace and what is not pushed in it', ASK)
  return group === 'api' ? judgeApi(words.operands[1]?.value ?? third, words) : undefined
}

/** Requests of `gh api` that delete a repository or a branch, or move a branch by force. */
function judgeApi(path: string, words: ReturnType<typeof gitWords>): Finding | undefined {
  const method = [...words.values('X'), ...words.values('method')].at(-1)?.value?.toUpperCase()
  const fields = [...words.values('f'), ...words.values('F'), ...words.values('field')].map(
    (word) => word.value,
  )
  if (method === 'DELETE' && /^\/?repos\/[^/]+\/[^/]+\/?$/.test(path)) {
    return refuse('it deletes the whole repository on the server', ASK)
  }
  const ref = /\/git\/refs\/|\/branches\//.test(path)
  if (method === 'DELETE' && ref) return decision('it deletes a branch or tag on the server', ASK)
  if (method === 'PATCH' && ref && fields.includes('force=true')) {
    return decision('it overwrites a branch on the server', ASK)
  }
  return pass('it deletes no branch and no repository')
}
