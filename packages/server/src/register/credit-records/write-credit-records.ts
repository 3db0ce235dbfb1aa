import type { PoolClient } from 'pg'
import type { CreditRecord } from './credit-record.ts'

/** What was not written, by its place in the list that was given, and why. */
export type RefusedCreditRecord = { index: number; reason: string }
export type WrittenCreditRecords = { written: number; refused: RefusedCreditRecord[] }

/**
 * Writes records inside a transaction of `inRegisterTransaction`, in which writers of the register take turns. A newer
 * record replaces an older one, and one of the same day replaces the stored one.
 */
export const writeCreditRecordsIn = async (
  client: PoolClient,
  records: readonly CreditRecord[],
  now: Date,
): Promise<WrittenCreditRecords> => {
  const svcIds = [...new Set(records.map(({ svcId }) => svcId))]
  const citizens = await knownCitizens(client, svcIds)
  const newest = await newestDays(client, svcIds)
  const refused: RefusedCreditRecord[] = []
  const accepted = new Map<string, CreditRecord>()
  for (const [index, record] of records.entries()) {
    const { svcId, source, asOf } = record
    const key = `${svcId} ${source}`
    const stored = newest.get(key)
    if (!citizens.has(svcId)) refused.push({ index, reason: `the register has no citizen ${svcId}` })
    else if (stored !== undefined && stored > asOf)
      refused.push({ index, reason: `is older than the stored ${source} record of ${stored}` })
    else {
      accepted.set(key, record)
      newest.set(key, asOf)
    }
  }
  if (accepted.size > 0) await upsert(client, [...accepted.values()], now)
  return { written: records.length - refused.length, refused }
}

const knownCitizens = async (client: PoolClient, svcIds: string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await client.query<{ svc_id: string }>({
    name: 'credit_records_citizens',
    text: 'select svc_id from citizens where svc_id = any($1)',
    values: [svcIds],
  })
  return new Set(rows.map(({ svc_id }) => svc_id))
}

const newestDays = async (client: PoolClient, svcIds: string[]): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ svc_id: string; source: string; as_of: string }>({
    name: 'credit_records_days',
    text: 'select svc_id, source, as_of::text as as_of from credit_records where svc_id = any($1)',
    values: [svcIds],
  })
  return new Map(rows.map(({ svc_id, source, as_of }) => [`${svc_id} ${source}`, as_of]))
}

// One parameter carries the whole group. Writing equal data is no change.
const upsert = async (client: PoolClient, records: readonly CreditRecord[], now: Date): Promise<void> => {
  await client.query({
    name: 'credit_records_upsert',
    text: `insert into credit_records as known (svc_id, source, as_of, fields, imported_at)
      select svc_id, source, as_of, fields, $2
      from jsonb_to_recordset($1::jsonb) as incoming (svc_id text, source text, as_of date, fields jsonb)
      on conflict (svc_id, source) do update set
        as_of = excluded.as_of, fields = excluded.fields, imported_at = excluded.imported_at
      where (known.as_of, known.fields) is distinct from (excluded.as_of, excluded.fields)`,
    values: [
      JSON.stringify(
        records.map(({ svcId, source, asOf, fields }) => ({ svc_id: svcId, source, as_of: asOf, fields })),
      ),
      now,
    ],
  })
}
