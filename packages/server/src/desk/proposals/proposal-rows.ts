import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import Type, { type Static } from 'typebox'
import { afterTime, type Part } from '../../gateway/acts/index.ts'

export const proposalStatuses = ['proposed', 'executed', 'declined', 'ended'] as const
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** A proposal as both people see it. */
export const proposalSchema = Type.Object({
  object: Type.Literal('proposal'),
  id: Type.String(),
  act: Type.String(),
  subject: Type.String(),
  organization_id: textOrNull,
  content: Type.Record(Type.String(), Type.Unknown()),
  status: Type.Enum([...proposalStatuses]),
  proposed_by: Type.String(),
  /** Null: the reasons are sealed. The reading of the act shows them. */
  reason: textOrNull,
  proposed_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
  decided_by: textOrNull,
  decided_reason: textOrNull,
  decided_at: textOrNull,
})
export type ProposalObject = Static<typeof proposalSchema>

export type ProposalRow = {
  proposal_id: string
  act: string
  subject: string
  organization_id: string | null
  content: Record<string, unknown>
  subject_version: number | null
  status: (typeof proposalStatuses)[number]
  proposed_by: string
  proposed_account: string | null
  reason: string
  sealed_reason: Buffer | null
  proposed_at: Date
  expires_at: Date
  decided_by: string | null
  decided_account: string | null
  decided_reason: string | null
  sealed_decided_reason: Buffer | null
  decided_at: Date | null
}

export const proposalObject = (row: ProposalRow): ProposalObject => ({
  object: 'proposal',
  id: row.proposal_id,
  ...{ act: row.act, subject: row.subject, organization_id: row.organization_id, content: row.content },
  ...{ status: row.status, proposed_by: row.proposed_by },
  reason: row.sealed_reason ? null : row.reason,
  proposed_at: rfc3339(row.proposed_at.getTime()),
  expires_at: rfc3339(row.expires_at.getTime()),
  ...{ decided_by: row.decided_by, decided_reason: row.decided_reason },
  decided_at: row.decided_at && rfc3339(row.decided_at.getTime()),
})

/** A proposal as it is now, after its step. */
export const readProposal = async (database: Database, id: string): Promise<ProposalObject> =>
  proposalObject(await readProposalRow(database, id))

/** The same with its sealed reasons, for the module of the act. */
export const readProposalRow = async (database: Database, id: string): Promise<ProposalRow> => {
  const { rows } = await database.query<ProposalRow>('select * from proposals where proposal_id = $1', [id])
  return rows[0] as ProposalRow
}

/** The open proposal of an act on an object; null: there is none. */
export const findOpen = async (
  database: Database,
  { act, subject }: { act: string; subject: string },
  nowMs: number,
): Promise<ProposalObject | null> => {
  const { rows } = await database.query<ProposalRow>(
    `select p.* from proposals p where act = $1 and subject = $2 and status = 'proposed' and expires_at > $3
       and not exists (select from operators where name = p.proposed_by and disabled_at is not null)`,
    [act, subject, new Date(nowMs)],
  )
  return rows[0] ? proposalObject(rows[0]) : null
}

/** The proposals of some acts that wait for a second person, the oldest first. Null: of every act. */
export const listOpen = async (
  database: Database,
  { acts, nowMs, after, limit }: { acts: readonly string[] | null; nowMs: number } & Part,
): Promise<ProposalRow[]> => {
  const { rows } = await database.query<ProposalRow>(
    `select p.* from proposals p where status = 'proposed' and expires_at > $1 and ($2::text[] is null or act = any($2))
       and not exists (select from operators where name = p.proposed_by and disabled_at is not null)
       and ($3::timestamptz is null or (proposed_at, proposal_id) > ($3, $4))
     order by proposed_at, proposal_id limit $5`,
    [new Date(nowMs), acts, ...afterTime(after), limit ?? null],
  )
  return rows
}
