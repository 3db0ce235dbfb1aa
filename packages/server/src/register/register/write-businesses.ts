import { businessIdentifierTypes, settleSpelling } from '@nani/contract'
import type { Pool, PoolClient } from 'pg'
import { inRegisterTransaction } from '../register-outbox/index.ts'
import type { Business } from './business.ts'
import { fileIdOf } from './file-id.ts'
import { countRegisterChange, nextRevision } from './register-revision.ts'
import { belongsElsewhere, type Visible, type WriteOutcome, type WriteView } from './write-view.ts'

type Identifiers = Business['identifiers']
type BusinessRow = Visible & Identifiers & { business_id: string }

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

const stored = (row: string) =>
  ['in_sandbox', 'in_production', ...names].map((name) => `${row}.${name}`).join(', ')

const upsert = `
  insert into businesses (in_sandbox, in_production, changed_in, ${names.join(', ')})
  select $2, $3, ${nextRevision}, ${names.join(', ')} from jsonb_to_recordset($1::jsonb)
    as incoming (${Object.entries(columns).map(([name, type]) => `${name} ${type}`)})
  on conflict (business_id) do update set in_sandbox = excluded.in_sandbox,
    in_production = excluded.in_production, changed_in = excluded.changed_in, ${names.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}
  where (${stored('businesses')}) is distinct from (${stored('excluded')})`

/** Writes businesses with their look-up rows in one transaction. */
export const writeBusinesses = (pool: Pool, businesses: Business[], view: WriteView): Promise<WriteOutcome> =>
  inRegisterTransaction(pool, (client) => writeBusinessesIn(client, businesses, view))

/**
 * The same inside a transaction of `inRegisterTransaction`. A business is identified by its RCCM, or by another
 * identifier if one of the two has no RCCM. Of repeated businesses, the last one is written. Two cases are refused: an
 * identifier of another business, and a business that is visible outside `view`.
 */
export const writeBusinessesIn = async (
  client: PoolClient,
  businesses: Business[],
  view: WriteView,
): Promise<WriteOutcome> => {
  const outcome: WriteOutcome = { written: 0, refused: [] }
  const [in_sandbox, in_production] = [view !== 'production', view !== 'sandbox']
  const settled = businesses.map((business) => ({ ...business, identifiers: settle(business.identifiers) }))
  const holders = await holdersOf(client, settled)
  const rows = new Map<string, object>()
  for (const [index, { identifiers, ...business }] of settled.entries()) {
    const held = keysOf(identifiers).flatMap((key) => holders.get(key) ?? [])
    const known = held.find((other) => isSame(other, identifiers))
    const stranger = held.find((other) => other !== known)
    const elsewhere = belongsElsewhere(known, view)
    if (stranger || elsewhere) {
      const reason = stranger
        ? `${sharedBy(stranger, identifiers)} is held by another business`
        : `it ${elsewhere}`
      outcome.refused.push({ index, reason })
      continue
    }
    const business_id = known?.business_id ?? fileIdOf(`business ${keysOf(identifiers)[0]}`)
    const holder = { business_id, ...identifiers, in_sandbox, in_production }
    for (const key of known ? keysOf(known) : []) holders.delete(key)
    for (const key of keysOf(identifiers)) holders.set(key, holder)
    rows.set(business_id, { ...business, ...identifiers, business_id })
    outcome.written++
  }
  const { rowCount } = await client.query(upsert, [
    JSON.stringify([...rows.values()]),
    in_sandbox,
    in_production,
  ])
  if (rowCount) await countRegisterChange(client)
  return outcome
}

/** An id_nat is stored with its dashes in any input form, so that it is found and unique. */
const settle = ({ rccm, id_nat, nif }: Identifiers): Identifiers => ({
  rccm,
  id_nat: id_nat === null ? null : settleSpelling({ type: 'id_nat', value: id_nat }).value,
  nif,
})

const keysOf = (identifiers: Identifiers): string[] =>
  businessIdentifierTypes.flatMap((type) =>
    identifiers[type] === null ? [] : [`${type} ${identifiers[type]}`],
  )

const isSame = (held: Identifiers, incoming: Identifiers): boolean =>
  held.rccm === null || incoming.rccm === null || held.rccm === incoming.rccm

const sharedBy = (held: Identifiers, incoming: Identifiers): string | undefined =>
  keysOf(incoming).find((key) => keysOf(held).includes(key))

const holdersOf = async (
  client: PoolClient,
  businesses: { identifiers: Identifiers }[],
): Promise<Map<string, BusinessRow>> => {
  const values = (type: keyof Identifiers) => businesses.flatMap(({ identifiers }) => identifiers[type] ?? [])
  const { rows } = await client.query<BusinessRow>({
    name: 'register_existing_businesses',
    text: `select business_id, rccm, id_nat, nif, in_sandbox, in_production from businesses
           where rccm = any($1) or id_nat = any($2) or nif = any($3)`,
    values: businessIdentifierTypes.map(values),
  })
  return new Map(rows.flatMap((row) => keysOf(row).map((key): [string, BusinessRow] => [key, row])))
}
