import type { ClientBase } from 'pg'

/** All of the work or nothing of it. Rejects with what the work rejects with. */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('BEGIN')
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    // On a connection that broke it fails too; the first error is the one that says why.
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}
