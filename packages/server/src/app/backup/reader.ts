import { clientLike } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'

/** A connection on which a reading begins later. `waitMs`: how long it waits for each answer; absent: without a bound. */
export const connectReader = async (pool: pg.Pool, waitMs = 0): Promise<pg.Client> => {
  const client = clientLike(pool, { statement_timeout: 0, query_timeout: waitMs })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Others wait meanwhile. */
const beginsWithinMs = 5_000

/** From here on the connection sees the database as it is now. */
export const beginReading = async (client: pg.Client): Promise<void> => {
  for (const text of [
    'begin transaction isolation level repeatable read read only',
    // It waits while others are read.
    'set local idle_in_transaction_session_timeout = 0',
    // The first statement chooses the moment.
    'select',
  ])
    await client.query({ text, query_timeout: beginsWithinMs } as pg.QueryConfig)
}
