import pg from 'pg'
import { databaseServerOf } from '../installation/database-server.ts'

/**
 * Data that no endpoint and no command returns completely: charges, stored results, and deliveries (`nani webhooks
 * deliveries` ends at 500).
 */
export type LedgerRows = {
  charged: string[]
  /** The sum of all charges, in millionths. */
  cost: number
  /** In the table of releases before billing. */
  chargedBefore: string[]
  stored: string[]
  deliveries: { event_id: string; state: 'scheduled' | 'delivered' | 'exhausted' }[]
}

/** Reads the database of an installation, at the address that its data directory announces. */
export const ledgerRows = async (dataDir: string, applicationId: string): Promise<LedgerRows> => {
  const client = new pg.Client({ connectionString: databaseServerOf(dataDir).app })
  await client.connect()
  try {
    const read = async <Row extends object>(columns: string, table: string) =>
      (await client.query<Row>(`select ${columns} from ${table} where application_id = $1`, [applicationId]))
        .rows
    const charges = await read<{ result_id: string; amount: string }>('result_id, amount', 'call_charges')
    const resultIds = async (table: string) =>
      (await read<{ result_id: string }>('result_id', table)).map(({ result_id }) => result_id)
    return {
      charged: charges.map(({ result_id }) => result_id),
      cost: charges.reduce((sum, { amount }) => sum + Number(amount), 0),
      chargedBefore: await resultIds('charges'),
      stored: await resultIds('results'),
      deliveries: await read('event_id, state', 'webhook_deliveries'),
    }
  } finally {
    await client.end()
  }
}
