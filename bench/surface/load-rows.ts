import type pg from 'pg'

type Order = {
  table: string
  count: number
  /** Writes the rows with the numbers from `from` to `to`. */
  write(client: pg.PoolClient, from: number, to: number): Promise<unknown>
}

const rowsAtATime = 250_000
const million = 1_000_000

type Index = { name: string; definition: string }

/** The indexes that enforce nothing. Of a partitioned table, those of its partitions follow. */
const plainIndexes = async (client: pg.PoolClient, table: string): Promise<Index[]> => {
  const { rows } = await client.query<Index>(
    `select i.indexrelid::regclass::text as name,
       replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index i where i.indrelid = $1::regclass and not i.indisunique
     order by 1`,
    [table],
  )
  return rows
}

/**
 * Writes many rows inside the database, by two connections, and prints the progress. The plain indexes are dropped first and built
 * again at the end, by their own definitions: to build an index once is faster than to keep it for each row.
 */
export const loadRows = async (pool: pg.Pool, { table, count, write }: Order): Promise<void> => {
  const startMs = performance.now()
  const say = (what: string) =>
    console.log(`  ${table}: ${what}, ${Math.round((performance.now() - startMs) / 1_000)} s`)
  const clients = await Promise.all([pool.connect(), pool.connect()])
  const [client] = clients
  try {
    for (const one of clients)
      await one.query(
        `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
      )
    const indexes = await plainIndexes(client, table)
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    let [begun, written] = [0, 0]
    const writeParts = async (one: pg.PoolClient) => {
      while (begun < count) {
        const from = begun
        begun = Math.min(from + rowsAtATime, count)
        const rows = begun - from
        await write(one, from, begun - 1)
        written += rows
        if (written % million < rows || written === count) say(`${written} of ${count} rows`)
      }
    }
    await Promise.all(clients.map(writeParts))
    for (const { name, definition } of indexes) {
      await client.query(definition)
      say(`index ${name}`)
    }
  } finally {
    // Their settings differ from those of the pool.
    for (const one of clients) one.release(true)
  }
}
