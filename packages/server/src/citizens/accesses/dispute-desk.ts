import type { Environment } from '@nani/contract'
import { type Actor, OperatorError, type Permission, permits, rfc3339 } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { useCase } from '../../app/audit/index.ts'
import type { DisputeStatus } from './access-entry.ts'
import type { AccessDependencies } from './dependencies.ts'
import {
  type Dispute,
  type DisputeRow,
  disputeColumns,
  disputedScopes,
  disputeOf,
  disputeTables,
  maxAnswers,
  maxTextCharacters,
  readAnswers,
  refuseAct,
  sealAnswer,
  textIn,
} from './dispute-record.ts'

/** A dispute in a list. The text is read one at a time, and each reading is audited. */
export type ListedDispute = Omit<Dispute, 'text' | 'answers'> & {
  environment: Environment
  application_id: string
  changed_at: string
}

/** A dispute as an organization and operators see it. It names no citizen: the entry has the result's id. */
export type ShownDispute = Dispute & ListedDispute

export type DisputeFilter = {
  environment?: Environment
  applicationId?: string
  status?: DisputeStatus
  limit: number
}

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

/** Disputes of the organization of a member, or of all for operators, the newest first. */
export const listDisputes = async (
  actor: Actor,
  { environment, applicationId, status, limit }: DisputeFilter,
  dependencies: Pick<AccessDependencies, 'pool' | 'openEarlierScopes'>,
): Promise<ListedDispute[]> => {
  if (!permits(mayRead, actor))
    throw new OperatorError('not_permitted', `disputes.list is not permitted to this ${actor.kind}.`)
  const { rows } = await dependencies.pool.query<DisputeRow>(
    `select ${disputeColumns} from ${disputeTables}
     where ($1::text is null or d.environment = $1) and ($2::text is null or d.application_id = $2)
       and ($3::text is null or d.status = $3) and ($4::text is null or a.organization_id = $4)
     order by d.created_at desc, d.dispute_id desc limit $5`,
    [
      environment ?? null,
      applicationId ?? null,
      status ?? null,
      organizationOf(actor),
      Math.min(limit, maxListed),
    ],
  )
  return rows.map((row) => listedOf(row, dependencies))
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
  const { text, answers: shown } = disputeOf(row, answers, dependencies)
  return { ...listedOf(row, dependencies), text, answers: shown }
}

/** One dispute with its text and its answers. The reading is audited. */
export const showDispute = useCase({
  action: 'disputes.show',
  permission: mayRead,
  async perform(id: string, dependencies: AccessDependencies, record, actor) {
    const { pool } = dependencies
    const row = await findForDesk(pool, actor, id, '')
    const shown = await shownOf(pool, row, dependencies)
    return record(pool, { subject: row.dispute_id }, shown)
  },
})

/** Answers a dispute, for the organization or for the installation. The citizen sees the answer in the app. */
export const answerDispute = useCase({
  action: 'disputes.answer',
  permission: mayAnswer,
  async perform(
    { id, text: given }: { id: string; text: string },
    dependencies: AccessDependencies,
    record,
    actor,
  ) {
    const text =
      textIn(given) ??
      refuseAct('value_invalid', `The answer must have 1 to ${maxTextCharacters} characters.`)
    return inTransaction(dependencies.pool, async (client) => {
      const row = await findForDesk(client, actor, id, 'for update of d')
      const number = await insertAnswer(client, { row, text, actor }, dependencies)
      const after: DisputeRow = { ...row, status: 'answered', changed_at: new Date(dependencies.clock.now()) }
      await client.query(
        `update access_disputes set status = $3, changed_at = $4 where application_id = $1 and dispute_id = $2`,
        [row.application_id, row.dispute_id, after.status, after.changed_at],
      )
      const entry = {
        subject: row.dispute_id,
        before: { status: row.status },
        after: { status: after.status, answer: number },
      }
      return record(client, entry, await shownOf(client, after, dependencies))
    })
  },
})

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
