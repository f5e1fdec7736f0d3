import * as path from 'node:path'
import { afterAll, expect } from 'vitest'
import { startsExecutables } from '../engines/selection.ts'
import { asked } from './engine.ts'

/** A file that starts executables and is not run with the other engines fails here, with Node already. */
afterAll(() => {
  const [name] = asked
  if (name === undefined) return
  const file = path.relative(path.resolve(import.meta.dirname, '../..'), expect.getState().testPath ?? '')
  if (!startsExecutables(file))
    throw new Error(`${file} starts the executable ${name}, which test/engines/selection.ts does not see`)
})
