import { type CitizenDispute, citizenDispute, citizenDisputeList, newDispute, noInput } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { writeAuditEntry } from '../../../app/audit/index.ts'
import {
  type ActContext,
  type ActResult,
  askAll,
  defineAct,
  defineReading,
  type ReadingContext,
  unreadIn,
} from '../../../gateway/acts/index.ts'
import { type EntryKey, readEntryId } from '../access-entry.ts'
import type { CitizenKey } from '../access-key.ts'
import { databasesOfLog } from '../accesses-of-all.ts'
import type { AccessDependencies } from '../dependencies.ts'
import { citizenKeyOf, entryOf, findOwnAccess } from '../list-accesses.ts'
import type { AccessRow } from '../read-accesses.ts'
import {
  type AnswerRow,
  type DisputeRow,
  disputeColumns,
  disputeOf,
  disputeTables,
  forApp,
  readAnswers,
  sealText,
  textIn,
} from './dispute-record.ts'

const maxOpenDisputes = 50
const daySeconds = 86_400

type Reads<Input extends TSchema> = ReadingContext<Static<Input>, AccessDependencies>
/** `openElsewhere`: the open disputes of the citizen in the other databases. */
type Disputing = { key: CitizenKey; place: EntryKey; entry: AccessRow; text: string; openElsewhere: number }
type Context = ActContext<Static<typeof newDispute>, AccessDependencies, Disputing>

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
  refusals: ['invalid_request', 'not_found', 'too_many_attempts', 'history_incomplete'],
  routes: { citizen: 'POST /accesses/{id}/disputes' },
  answers: 201,
  // The dispute is where the application is now. Its entry may be in another database, and never changes.
  async prepare({ actor, input, needs }: Omit<Context, 'client' | 'prepared'>): Promise<Disputing> {
    const text = textIn(input.text)
    if (text === null) throw new Refusal('invalid_request', { field: 'text' })
    const place = readEntryId(input.id)
    if (!place) throw new Refusal('not_found')
    const { row: entry } = await findOwnAccess(actor, input.id, needs)
    const key = citizenKeyOf(actor, needs)
    return { key, place, entry, text, openElsewhere: await countOpenElsewhere(key, needs) }
  },
  async perform({ client, needs, prepared: disputing }: Context) {
    const { key, place, openElsewhere } = disputing
    // One citizen at a time: in one database, the maximum holds also for requests that arrive together.
    await client.query(`select pg_advisory_xact_lock(hashtext('nani.access-disputes'), hashtext($1))`, [
      key.citizen.toString('hex'),
    ])
    const found = await findDispute(client, key, place)
    if (found) return disputed(client, found, needs)
    if (openElsewhere + (await countOpen(client, key)) >= maxOpenDisputes)
      throw new Refusal('rate_limited', { retry_after: daySeconds })
    await insertDispute(client, disputing, needs)
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

const countOpen = async (database: Database, { citizen }: CitizenKey): Promise<number> => {
  const { rowCount } = await database.query(
    `select application_id from access_disputes where citizen = $1 and status = 'open' limit ${maxOpenDisputes}`,
    [citizen],
  )
  return rowCount ?? 0
}

/** One that does not answer is not counted: it takes no dispute at present. */
const countOpenElsewhere = async (key: CitizenKey, needs: AccessDependencies): Promise<number> => {
  const databases = databasesOfLog(needs)
  if (databases.length === 1) return 0
  const { answers } = await askAll(databases, async (pool) =>
    pool === needs.pool ? 0 : countOpen(pool, key),
  )
  return answers.reduce((sum, { answer }) => sum + answer, 0)
}

const insertDispute = async (
  client: pg.PoolClient,
  { key: { citizen, environment }, place: { applicationId, entryId, day }, entry, text }: Disputing,
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
  async read({ actor, needs }: Reads<typeof noInput>) {
    const key = citizenKeyOf(actor, needs)
    const { answers, unread } = await askAll(databasesOfLog(needs), (pool) => disputesOf(pool, key))
    const disputes = answers.flatMap(({ answer }) => answer).toSorted(newestFirst)
    return {
      disputes: disputes
        .slice(0, maxListed)
        .map(({ row, answers: own }) => forApp(disputeOf(row, own, needs))),
      ...unreadIn(unread),
    }
  },
})

type AnsweredDispute = { row: DisputeRow; answers: readonly AnswerRow[] }

const disputesOf = async (
  pool: pg.Pool,
  { citizen, environment }: CitizenKey,
): Promise<AnsweredDispute[]> => {
  const { rows } = await pool.query<DisputeRow>(
    `select ${disputeColumns} from ${disputeTables} where d.citizen = $1 and d.environment = $2
     order by d.created_at desc, d.dispute_id desc limit ${maxListed}`,
    [citizen, environment],
  )
  const answers = await readAnswers(pool, rows)
  return rows.map((row) => ({ row, answers: answers.get(row.dispute_id) ?? [] }))
}

const newestFirst = ({ row: one }: AnsweredDispute, { row: other }: AnsweredDispute): number =>
  other.created_at.getTime() - one.created_at.getTime() || (one.dispute_id < other.dispute_id ? 1 : -1)
