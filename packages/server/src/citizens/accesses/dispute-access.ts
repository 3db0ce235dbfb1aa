import type { Environment } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { writeAuditEntry } from '../../app/audit/index.ts'
import { type EntryKey, readEntryId } from './access-entry.ts'
import type { AccessDependencies } from './dependencies.ts'
import {
  type Dispute,
  type DisputeRow,
  disputeColumns,
  disputeOf,
  disputeTables,
  readAnswers,
  sealText,
  textIn,
} from './dispute-record.ts'
import { citizenKeyOf, entryOf } from './list-accesses.ts'
import { type AccessRow, type CitizenKey, findAccess } from './read-accesses.ts'

const maxOpenDisputes = 50
const daySeconds = 86_400

/**
 * A citizen disputes an entry of the own access log. The same entry again gives the first dispute, so that a retry is safe.
 * @throws Refusal `not_found` for any other entry, `invalid_request`, or `rate_limited` with too many open disputes.
 */
export const disputeAccess = async (
  actor: Actor,
  { environment, id, text: given }: { environment: Environment; id: string; text: unknown },
  dependencies: AccessDependencies,
): Promise<Dispute> => {
  const key = citizenKeyOf(actor, environment, dependencies)
  const text = textIn(given)
  if (text === null) throw new Refusal('invalid_request', { field: 'text' })
  const place = readEntryId(id)
  if (!place) throw new Refusal('not_found')
  const { pool } = dependencies
  return inTransaction(pool, async (client) => {
    // One citizen at a time: the maximum holds also for requests that arrive together.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani.access-disputes'), hashtext($1))`, [
      key.citizen.toString('hex'),
    ])
    const entry = await findAccess(client, key, place)
    if (!entry) throw new Refusal('not_found')
    const found = await findDispute(client, key, place)
    if (found)
      return disputeOf(found, (await readAnswers(client, [found])).get(found.dispute_id) ?? [], dependencies)
    await checkOpenDisputes(client, key)
    await insertDispute(client, { key, place, entry, text }, dependencies)
    const row = await findDispute(client, key, place)
    if (!row) throw new Error('a dispute that was written is not there')
    return disputeOf(row, [], dependencies)
  })
}

const findDispute = async (
  client: pg.PoolClient,
  { citizen }: CitizenKey,
  { applicationId, entryId, day }: EntryKey,
): Promise<DisputeRow | null> => {
  const { rows } = await client.query<DisputeRow>(
    `select ${disputeColumns} from ${disputeTables}
     where d.application_id = $1 and d.entry_id = $2 and d.entry_day = $3 and d.citizen = $4`,
    [applicationId, entryId, day, citizen],
  )
  return rows[0] ?? null
}

const checkOpenDisputes = async (client: pg.PoolClient, { citizen }: CitizenKey): Promise<void> => {
  const { rowCount } = await client.query(
    `select application_id from access_disputes where citizen = $1 and status = 'open' limit ${maxOpenDisputes}`,
    [citizen],
  )
  if ((rowCount ?? 0) >= maxOpenDisputes) throw new Refusal('rate_limited', { retry_after: daySeconds })
}

type NewDispute = { key: CitizenKey; place: EntryKey; entry: AccessRow; text: string }

const insertDispute = async (
  client: pg.PoolClient,
  { key: { citizen, environment }, place: { applicationId, entryId, day }, entry, text }: NewDispute,
  dependencies: AccessDependencies,
): Promise<void> => {
  const { clock, newId, disputesVault } = dependencies
  const disputeId = newId('dsp')
  const atMs = clock.now()
  const id = { application_id: applicationId, dispute_id: disputeId }
  await client.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at,
       service, purpose, scopes, sealed_text, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
    [
      ...[
        applicationId,
        disputeId,
        environment,
        citizen,
        entryId,
        day,
        entry.at,
        entry.service,
        entry.purpose,
      ],
      ...[entryOf(entry, dependencies).scopes, sealText(disputesVault, text, id), new Date(atMs)],
    ],
  )
  // The act of a citizen is in the audit log under the pseudonym.
  await writeAuditEntry(client, {
    api_key: null,
    request_id: disputeId,
    ...{ client_address: 'app', method: 'POST', path: '/api/accesses/:id/disputes' },
    application_id: applicationId,
    at_ms: atMs,
    actor: 'citizen',
    http_status: null,
    error_code: null,
    service: null,
    purpose: null,
    scopes: null,
    outcome: 'access_disputed',
    subject: citizen.toString('hex'),
    read_ids: null,
  })
}

const maxListed = 200

/** The disputes of a citizen with their answers, the newest first. */
export const listCitizenDisputes = async (
  actor: Actor,
  { environment }: { environment: Environment },
  dependencies: AccessDependencies,
): Promise<Dispute[]> => {
  const { pool } = dependencies
  const { citizen } = citizenKeyOf(actor, environment, dependencies)
  const { rows } = await pool.query<DisputeRow>(
    `select ${disputeColumns} from ${disputeTables} where d.citizen = $1 and d.environment = $2
     order by d.created_at desc, d.dispute_id desc limit ${maxListed}`,
    [citizen, environment],
  )
  const answers = await readAnswers(pool, rows)
  return rows.map((row) => disputeOf(row, answers.get(row.dispute_id) ?? [], dependencies))
}
