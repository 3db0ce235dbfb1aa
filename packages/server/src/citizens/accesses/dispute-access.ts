import { type CitizenDispute, citizenDispute, citizenDisputeList, newDispute, noInput } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { writeAuditEntry } from '../../app/audit/index.ts'
import {
  type ActContext,
  type ActResult,
  defineAct,
  defineReading,
  type ReadingContext,
} from '../../gateway/acts/index.ts'
import { type EntryKey, readEntryId } from './access-entry.ts'
import type { CitizenKey } from './access-key.ts'
import type { AccessDependencies } from './dependencies.ts'
import {
  type DisputeRow,
  disputeColumns,
  disputeOf,
  disputeTables,
  forApp,
  readAnswers,
  sealText,
  textIn,
} from './dispute-record.ts'
import { citizenKeyOf, entryOf } from './list-accesses.ts'
import { type AccessRow, findAccess } from './read-accesses.ts'

const maxOpenDisputes = 50
const daySeconds = 86_400

type Reads<Input extends TSchema> = ReadingContext<Static<Input>, AccessDependencies>
type Context = ActContext<Static<typeof newDispute>, AccessDependencies, undefined>

/** A citizen disputes an entry of the own access log. The same entry again gives the first dispute, so that a retry is safe. */
export const disputeAccess = defineAct({
  name: 'disputes.open',
  sentence: {
    en: 'Disputes an entry of the own access log',
    fr: 'Conteste une entrée de son journal des accès',
  },
  actors: { citizen: true },
  input: newDispute,
  output: citizenDispute,
  refusals: ['invalid_request', 'not_found', 'too_many_attempts'],
  routes: { citizen: 'POST /accesses/{id}/disputes' },
  answers: 201,
  async perform({ client, actor, input, needs }: Context) {
    const key = citizenKeyOf(actor, needs)
    const text = textIn(input.text)
    if (text === null) throw new Refusal('invalid_request', { field: 'text' })
    const place = readEntryId(input.id)
    if (!place) throw new Refusal('not_found')
    // One citizen at a time: the maximum holds also for requests that arrive together.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani.access-disputes'), hashtext($1))`, [
      key.citizen.toString('hex'),
    ])
    const entry = await findAccess({ ...needs, database: client }, key, place)
    if (!entry) throw new Refusal('not_found')
    const found = await findDispute(client, key, place)
    if (found) return disputed(client, found, needs)
    await checkOpenDisputes(client, key)
    await insertDispute(client, { key, place, entry, text }, needs)
    const row = await findDispute(client, key, place)
    if (!row) throw new Error('a dispute that was written is not there')
    return disputed(client, row, needs)
  },
})

const disputed = async (
  client: pg.PoolClient,
  row: DisputeRow,
  needs: AccessDependencies,
): Promise<ActResult<CitizenDispute>> => {
  const answers = (await readAnswers(client, [row])).get(row.dispute_id) ?? []
  return {
    result: forApp(disputeOf(row, answers, needs)),
    entry: { subject: row.dispute_id, after: { status: row.status } },
  }
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
  // The entry of the audit log that the organization reads.
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
export const listCitizenDisputes = defineReading({
  name: 'disputes.list_own',
  sentence: { en: 'Lists the own disputes', fr: 'Liste ses contestations' },
  actors: { citizen: true },
  input: noInput,
  output: citizenDisputeList,
  routes: { citizen: 'GET /disputes' },
  async read({ pool, actor, needs }: Reads<typeof noInput>) {
    const { citizen, environment } = citizenKeyOf(actor, needs)
    const { rows } = await pool.query<DisputeRow>(
      `select ${disputeColumns} from ${disputeTables} where d.citizen = $1 and d.environment = $2
       order by d.created_at desc, d.dispute_id desc limit ${maxListed}`,
      [citizen, environment],
    )
    const answers = await readAnswers(pool, rows)
    return {
      disputes: rows.map((row) => forApp(disputeOf(row, answers.get(row.dispute_id) ?? [], needs))),
    }
  },
})
