import * as z from 'zod/mini'
import { allowedCommands, PROJECT_EXCEPTIONS } from '../../src/config/schema.ts'

const described = (text: string) => z.describe<unknown>(text)
const texts = z.array(z.string().check(z.minLength(1)))

export const schema = z.strictObject({
  mode: z.optional(
    z
      .enum(['enforce', 'ask', 'observe'])
      .check(described('enforce denies, ask lets a person decide, observe only tells.')),
  ),
  protectedBranches: z.optional(
    texts.check(
      described(
        'Further branches that nobody overwrites or deletes on a remote, with * for anything: "stable", "team/*". main, master, develop, production, release/* and the default branch of the remote always are.',
      ),
    ),
  ),
  allow: z.optional(
    allowedCommands().check(
      described(
        'Commands that may be run, word for word, for example "git stash drop". A last " *" allows any further words. Text, or an object with command, reason and until (a date).',
      ),
    ),
  ),
  projectExceptions: z.optional(z.boolean().check(described(PROJECT_EXCEPTIONS))),
  wrappers: z.optional(
    texts.check(described('Programs of your own that run the command in their words, for example "rtk".')),
  ),
})
