import * as z from 'zod/mini'
import { allowedCommands, PROJECT_EXCEPTIONS } from '../../src/config/schema.ts'

const described = (text: string) => z.describe<unknown>(text)

export const schema = z.strictObject({
  mode: z.optional(
    z
      .enum(['enforce', 'ask', 'observe'])
      .check(described('enforce denies, ask lets a person decide, observe only tells.')),
  ),
  allow: z.optional(
    allowedCommands().check(
      described(
        'Commands that may be run, word for word, for example "sudo systemctl restart nginx". A last " *" allows any further words. Text, or an object with command, reason and until (a date).',
      ),
    ),
  ),
  projectExceptions: z.optional(z.boolean().check(described(PROJECT_EXCEPTIONS))),
  elsewhere: z.optional(
    z
      .enum(['deny', 'allow'])
      .check(
        described('Raised privileges on another machine or in a container, for example ssh host sudo ls.'),
      ),
  ),
  wrappers: z.optional(
    z
      .array(z.string().check(z.minLength(1)))
      .check(described('Programs of your own that run the command in their words, for example "rtk".')),
  ),
})
