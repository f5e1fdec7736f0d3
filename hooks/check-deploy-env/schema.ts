import * as z from 'zod/mini'
import { PROJECT_EXCEPTIONS } from '../../src/config/schema.ts'
import { DATE, TIME } from './conditions/freeze.ts'

const text = () => z.string().check(z.minLength(1))
const texts = () => z.array(text())
const argv = () => z.array(z.string()).check(z.minLength(1))

const check = z.strictObject({
  name: text().check(z.describe('What messages call it.')),
  run: argv().check(z.describe('Program and arguments; it holds when they end with 0.')),
  timeoutSeconds: z.optional(
    z.int().check(z.minimum(1), z.maximum(600), z.describe('Its deadline; default 20.')),
  ),
  remedy: z.optional(text().check(z.describe('What to do when it fails.'))),
})

const DAY = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])

const freeze = z
  .strictObject({
    name: text().check(z.describe('What messages call it.')),
    zone: text().check(z.describe('IANA name of the time zone, for example Europe/Berlin.')),
    days: z.optional(
      z.array(DAY).check(z.minLength(1), z.describe('Weekly on these days; absent: from and to are dates.')),
    ),
    from: text().check(z.describe('HH:MM with days, else YYYY-MM-DD or YYYY-MM-DDTHH:MM.')),
    to: text().check(
      z.describe('As from; exclusive. A weekly one that ends before it begins goes on past midnight.'),
    ),
    except: z.optional(
      z
        .array(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'has to be a date such as 2026-12-28')))
        .check(z.describe('Dates (YYYY-MM-DD) on which it does not hold.')),
    ),
  })
  .check(
    z.refine(({ days, from, to }) => [from, to].every((one) => (days ? TIME : DATE).test(one)), {
      error:
        'from and to have to be times such as 17:30 where it has days, else dates such as 2026-12-24 or 2026-12-24T17:30',
    }),
  )

const ciAddress = z.strictObject({
  url: text().check(z.describe('It must answer with success.')),
  contains: z.optional(text().check(z.describe('And its answer must hold this text.'))),
})

const environment = z.strictObject({
  match: z.optional(
    texts().check(z.describe('Names of it: wildcards against the whole target and each word of it.')),
  ),
  branches: z.optional(
    texts().check(z.describe('Branches it is deployed from, with wildcards. Empty: any.')),
  ),
  clean: z.optional(z.boolean().check(z.describe('The working tree must have no changes.'))),
  synced: z.optional(
    z
      .union([z.boolean(), z.literal('remote')])
      .check(
        z.describe(
          'The branch must be at the commit of its upstream, when it has one. true: as of the last fetch. remote: the remote is asked.',
        ),
      ),
  ),
  kubeContexts: z.optional(
    texts().check(
      z.describe('The kube contexts that belong to it, with wildcards. When set, every deploy is checked.'),
    ),
  ),
  tests: z.optional(
    z
      .union([z.literal('record'), z.literal(false), argv()])
      .check(
        z.describe(
          'record: verify-before-stop has seen the tests pass for this commit. A list: a command that must end with 0. false: not asked for.',
        ),
      ),
  ),
  checks: z.optional(
    z
      .array(check)
      .check(
        z.describe(
          'Commands of your own that must end with 0, for example one that asks whether CI is green.',
        ),
      ),
  ),
  ci: z.optional(
    z
      .union([z.literal('gh'), z.literal('glab'), z.literal(false), argv(), ciAddress])
      .check(
        z.describe(
          'Whether CI is green for the commit. gh, glab: asked from GitHub or GitLab by that program. A list: a command that must end with 0. url: an address that must answer with success. {commit} and {branch} are filled in. false: not asked for.',
        ),
      ),
  ),
  users: z.optional(
    texts().check(
      z.describe(
        "Who may deploy: names of the system's user, git e-mail addresses, group:NAME, github:LOGIN, github-team:ORGANISATION/TEAM, gitlab:LOGIN, with wildcards. Empty: everybody.",
      ),
    ),
  ),
  ciOnly: z.optional(z.boolean().check(z.describe('Only CI deploys to it, nobody by hand.'))),
  requiredFiles: z.optional(texts().check(z.describe('Paths in the repository that must exist.'))),
  requiredCommands: z.optional(texts().check(z.describe('Programs that must be in PATH.'))),
  freezes: z.optional(z.array(freeze).check(z.describe('Times in which nothing is deployed.'))),
  approval: z.optional(
    z
      .union([z.literal('ask'), z.literal('terminal'), z.literal(false)])
      .check(
        z.describe(
          'When all else holds: ask: the harness asks the user. terminal: a person has run `hookbox approve deploy` for this commit, environment and user. false: not asked for.',
        ),
      ),
  ),
})

const ownDeploy = z
  .strictObject({
    program: z.optional(text().check(z.describe("Wildcards against the program's base name."))),
    tool: z.optional(
      text().check(
        z.describe('In place of a program: wildcards against the name of an MCP tool, such as mcp__ci__*.'),
      ),
    ),
    args: z.optional(text().check(z.describe('Wildcards against all arguments, joined by blanks.'))),
    environment: z.optional(text().check(z.describe('Where it goes; absent: as an argument says.'))),
  })
  .check(
    z.refine(({ program, tool }) => (program === undefined) !== (tool === undefined), {
      error: 'has to have either "program" or "tool"',
    }),
  )

export const schema = z.strictObject({
  mode: z.optional(
    z
      .enum(['enforce', 'ask', 'observe'])
      .check(z.describe('enforce: deny. ask: let a person decide. observe: only tell the user.')),
  ),
  environments: z.optional(
    z
      .record(z.string(), environment)
      .check(
        z.describe('Protected environments by name, with what has to hold. `production` always is one.'),
      ),
  ),
  unprotected: z.optional(
    texts().check(
      z.describe(
        'Targets that need no conditions, with wildcards, besides staging, dev, minikube and the like.',
      ),
    ),
  ),
  deploys: z.optional(z.array(ownDeploy).check(z.describe('Deploys that the built-in tables do not know.'))),
  readOnly: z.optional(
    texts().check(
      z.describe('Commands that are no deploys, written as program and arguments, with wildcards.'),
    ),
  ),
  projectExceptions: z.optional(z.boolean().check(z.describe(PROJECT_EXCEPTIONS))),
})
