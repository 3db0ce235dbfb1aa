import type { Pool, PoolClient } from 'pg'
import type { Business } from './business.ts'
import { inRegisterTransaction } from './register-transaction.ts'
import { fileIdOf } from './specimens/index.ts'
import type { WriteView } from './write-citizens.ts'

const columns = {
  business_id: 'uuid',
  legal_name: 'text',
  trade_name: 'text',
  legal_form: 'text',
  status: 'text',
  registered_on: 'date',
  rccm: 'text',
  id_nat: 'text',
  nif: 'text',
  activity: 'jsonb',
  share_capital: 'jsonb',
  address: 'jsonb',
  officers: 'jsonb',
  beneficial_owners: 'jsonb',
  updated_at: 'timestamptz',
}
const names = Object.keys(columns)

const upsert = `
  INSERT INTO businesses (in_sandbox, in_production, ${names.join(', ')})
  SELECT $2, $3, ${names.join(', ')} FROM jsonb_to_recordset($1::jsonb)
    AS incoming (${Object.entries(columns).map(([name, type]) => `${name} ${type}`)})
  ON CONFLICT (business_id) DO UPDATE SET in_sandbox = EXCLUDED.in_sandbox,
    in_production = EXCLUDED.in_production, ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`

/** Writes businesses in one transaction, all or none; a business is known again by its first identifier. */
export const writeBusinesses = (pool: Pool, businesses: Business[], view: WriteView): Promise<void> =>
  inRegisterTransaction(pool, (client) => writeBusinessesIn(client, businesses, view))

export const writeBusinessesIn = async (
  client: PoolClient,
  businesses: Business[],
  view: WriteView,
): Promise<void> => {
  const rows = businesses.map(({ identifiers, ...business }) => ({
    ...business,
    ...identifiers,
    business_id: fileIdOf(`business ${identifiers.rccm ?? identifiers.id_nat ?? identifiers.nif}`),
  }))
  await client.query(upsert, [JSON.stringify(rows), view !== 'production', view !== 'sandbox'])
}
