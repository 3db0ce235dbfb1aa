import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** What no endpoint and no command tells: what would be billed, and every result that was stored. */
export type LedgerRows = { charged: string[]; stored: string[] }

/** Reads the database of an installation, at the address that its data directory announces. */
export const ledgerRows = async (dataDir: string, applicationId: string): Promise<LedgerRows> => {
  const { url } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { url: string }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const idsOf = async (table: 'charges' | 'results') => {
      const { rows } = await client.query<{ result_id: string }>(
        `select result_id from ${table} where application_id = $1`,
        [applicationId],
      )
      return rows.map(({ result_id }) => result_id)
    }
    return { charged: await idsOf('charges'), stored: await idsOf('results') }
  } finally {
    await client.end()
  }
}
