import { citizenDispute, closed, disputeStatuses, idInput, maxDisputeCharacters } from '@nani/contract'
import { type Actor, type Permission, rfc3339 } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import {
  type ActContext,
  type ActResult,
  afterTime,
  defineAct,
  defineReading,
  type Part,
  partInput,
  type ReadingContext,
} from '../../../gateway/acts/index.ts'
import type { AccessDependencies } from '../dependencies.ts'
import {
  type AnswerRow,
  type DisputeRow,
  disputeColumns,
  disputedScopes,
  disputeOf,
  disputeTables,
  maxAnswers,
  readAnswers,
  refuseAct,
  sealAnswer,
  textIn,
} from './dispute-record.ts'

const environmentField = Type.Enum(['sandbox', 'production'])
const {
  text: _text,
  answers: _answers,
  answer: _answer,
  answered_at: _at,
  ...listedFields
} = citizenDispute.properties

/** A dispute in a list. The text is read one at a time, and each reading is recorded. */
const listedDispute = Type.Object({
  ...listedFields,
  environment: environmentField,
  application_id: Type.String(),
  changed_at: Type.String(),
})
export type ListedDispute = Static<typeof listedDispute>

/** A dispute as an organization and operators see it. It names no citizen: the entry has the result's id. */
const shownDispute = Type.Object({
  ...listedDispute.properties,
  text: citizenDispute.properties.text,
  answers: citizenDispute.properties.answers,
})
export type ShownDispute = Static<typeof shownDispute>

const mayRead: Permission = {
  member: ['owner', 'compliance_officer'],
  operator: ['reviewer', 'supervisor', 'auditor'],
}
const mayAnswer: Permission = {
  member: ['owner', 'compliance_officer'],
  operator: ['reviewer', 'supervisor'],
}
const maxListed = 500

/** A member sees the disputes of the own organization only. */
const organizationOf = (actor: Actor): string | null =>
  actor.kind === 'member' ? actor.organizationId : null

const filter = Type.Object(
  {
    environment: Type.Optional(environmentField),
    application_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.Enum([...disputeStatuses])),
    ...partInput,
  },
  closed,
)

/** Disputes of the organization of a member, or of all for operators, the newest first. */
export const listDisputes = defineReading({
  name: 'disputes.list',
  sentence: { en: 'Lists disputes of citizens', fr: 'Liste les contestations des citoyens' },
  actors: mayRead,
  input: filter,
  output: Type.Array(listedDispute),
  async read({ pool, actor, input, needs }: ReadingContext<Static<typeof filter>, AccessDependencies>) {
    const limit = Math.min(input.limit ?? maxListed, maxListed)
    const rows = await disputeRows(pool, { ...input, limit, organization_id: organizationOf(actor) })
    return rows.map((row) => listedOf(row, needs))
  },
})

type DisputeFilter = Partial<Omit<Static<typeof filter>, 'limit' | 'after'>> & {
  organization_id: string | null
} & Required<Pick<Part, 'limit'>> &
  Pick<Part, 'after'>

const disputeRows = async (
  pool: Pick<pg.ClientBase, 'query'>,
  { environment, application_id, status, organization_id, after, limit }: DisputeFilter,
): Promise<DisputeRow[]> => {
  const values: unknown[] = []
  const put = (value: unknown): string => `$${values.push(value)}`
  const [at, id] = afterTime(after)
  const filters = [
    environment && `d.environment = ${put(environment)}`,
    application_id !== undefined && `d.application_id = ${put(application_id)}`,
    status && `d.status = ${put(status)}`,
    organization_id !== null && `a.organization_id = ${put(organization_id)}`,
    at && `(d.created_at, d.dispute_id) < (${put(at)}, ${put(id)})`,
  ]
  const { rows } = await pool.query<DisputeRow>({
    // Each choice of filters is planned once on each connection.
    name: `disputes-${filters.map((one) => (one ? 1 : 0)).join('')}`,
    text: `select ${disputeColumns} from ${disputeTables}
     where ${['true', ...filters.filter(Boolean)].join(' and ')}
     order by d.created_at desc, d.dispute_id desc limit ${put(limit)}`,
    values,
  })
  return rows
}

/** A page of disputes with their texts and answers. Its reader records the reading. */
export const disputesPage = async (
  pool: Pick<pg.ClientBase, 'query'>,
  page: DisputeFilter,
  dependencies: AccessDependencies,
): Promise<ShownDispute[]> => {
  const rows = await disputeRows(pool, page)
  const answers = await readAnswers(pool, rows)
  return rows.map((row) => shown(row, answers.get(row.dispute_id) ?? [], dependencies))
}

const listedOf = (
  row: DisputeRow,
  dependencies: Pick<AccessDependencies, 'openEarlierScopes'>,
): ListedDispute => ({
  id: row.dispute_id,
  status: row.status,
  environment: row.environment,
  application_id: row.application_id,
  created_at: rfc3339(row.created_at.getTime()),
  changed_at: rfc3339(row.changed_at.getTime()),
  access: {
    id: row.entry_id,
    at: rfc3339(row.entry_at.getTime()),
    organization: row.organization_name,
    application: row.application_name,
    service: row.service,
    purpose: row.purpose,
    scopes: disputedScopes(row, dependencies),
  },
})

/** The dispute of another organization is unknown, as one that does not exist. */
const findForDesk = async (
  client: Pick<pg.ClientBase, 'query'>,
  actor: Actor,
  id: string,
  lock: '' | 'for update of d',
): Promise<DisputeRow> => {
  const { rows } = await client.query<DisputeRow>(
    `select ${disputeColumns} from ${disputeTables}
     where d.dispute_id = $1 and ($2::text is null or a.organization_id = $2) limit 1 ${lock}`,
    [id, organizationOf(actor)],
  )
  return rows[0] ?? refuseAct('dispute_not_found', `There is no dispute ${id}.`)
}

const shownOf = async (
  client: Pick<pg.ClientBase, 'query'>,
  row: DisputeRow,
  dependencies: AccessDependencies,
): Promise<ShownDispute> => {
  const answers = (await readAnswers(client, [row])).get(row.dispute_id) ?? []
  return shown(row, answers, dependencies)
}

const shown = (
  row: DisputeRow,
  answerRows: readonly AnswerRow[],
  dependencies: AccessDependencies,
): ShownDispute => {
  const { text, answers } = disputeOf(row, answerRows, dependencies)
  return { ...listedOf(row, dependencies), text, answers }
}

/** One dispute with its text and its answers. */
export const showDispute = defineReading({
  name: 'disputes.show',
  sentence: { en: 'Reads a dispute with its text', fr: 'Lit une contestation avec son texte' },
  actors: mayRead,
  input: idInput,
  output: shownDispute,
  refusals: ['dispute_not_found'],
  async read({
    pool,
    actor,
    input: { id },
    needs,
  }: ReadingContext<Static<typeof idInput>, AccessDependencies>) {
    return shownOf(pool, await findForDesk(pool, actor, id, ''), needs)
  },
  entry: ({ id }) => ({ subject: id }),
})

const answerInput = Type.Object({ id: Type.String(), text: Type.String() }, closed)

/** Answers a dispute, for the organization or for the installation. The citizen sees the answer in the app. */
export const answerDispute = defineAct({
  name: 'disputes.answer',
  sentence: { en: 'Answers a dispute of a citizen', fr: 'Répond à la contestation d’un citoyen' },
  actors: mayAnswer,
  input: answerInput,
  output: shownDispute,
  refusals: ['value_invalid', 'dispute_not_found', 'dispute_answered'],
  perform: (context: ActContext<Static<typeof answerInput>, AccessDependencies, undefined>) =>
    writeAnswer(context),
})

/** Writes an answer as a part of an act. A member answers disputes of the own organization only. */
export const writeAnswer = async ({
  client,
  actor,
  input,
  needs,
  nowMs,
}: ActContext<Static<typeof answerInput>, AccessDependencies, undefined>): Promise<
  ActResult<ShownDispute>
> => {
  const text =
    textIn(input.text) ??
    refuseAct('value_invalid', `The answer must have 1 to ${maxDisputeCharacters} characters.`)
  const row = await findForDesk(client, actor, input.id, 'for update of d')
  const number = await insertAnswer(client, { row, text, actor }, needs)
  const after: DisputeRow = { ...row, status: 'answered', changed_at: new Date(nowMs) }
  await client.query(
    `update access_disputes set status = $3, changed_at = $4 where application_id = $1 and dispute_id = $2`,
    [row.application_id, row.dispute_id, after.status, after.changed_at],
  )
  return {
    result: await shownOf(client, after, needs),
    entry: {
      subject: row.dispute_id,
      before: { status: row.status },
      after: { status: after.status, answer: number },
    },
  }
}

type NewAnswer = { row: DisputeRow; text: string; actor: Actor }

const insertAnswer = async (
  client: pg.PoolClient,
  { row, text, actor }: NewAnswer,
  { clock, disputesVault }: AccessDependencies,
): Promise<number> => {
  const answers = (await readAnswers(client, [row])).get(row.dispute_id) ?? []
  const number = (answers.at(-1)?.number ?? 0) + 1
  if (number > maxAnswers)
    return refuseAct('dispute_answered', `${row.dispute_id} has ${maxAnswers} answers already.`)
  await client.query(
    `insert into access_dispute_answers (application_id, dispute_id, number, answered_for, answered_by, answered_at,
       sealed_text) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[row.application_id, row.dispute_id, number],
      actor.kind === 'member' ? 'organization' : 'installation',
      actor.kind === 'member' ? actor.personId : actor.kind === 'operator' ? actor.name : actor.kind,
      new Date(clock.now()),
      sealAnswer(disputesVault, text, row, number),
    ],
  )
  return number
}
