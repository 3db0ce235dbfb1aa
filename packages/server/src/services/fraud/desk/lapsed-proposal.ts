import type pg from 'pg'
import { proposalMs } from '../../../desk/proposals/index.ts'
import type { FraudCase } from '../case-row.ts'

type Proposed = { at: Date; is_disabled: boolean }

/** A proposal that is older than 24 hours, or whose person was disabled, counts no more (spec/fraud#two-people). */
export const withoutLapsedProposal = async (
  client: pg.ClientBase,
  fraudCase: FraudCase,
  nowMs: number,
): Promise<FraudCase> => {
  const { proposal } = fraudCase.state
  if (!proposal) return fraudCase
  const { rows } = await client.query<Proposed>(
    `select at, exists (select from operators where name = $3 and disabled_at is not null) as is_disabled
     from fraud_case_entries where application_id = $1 and case_id = $2 and act = 'propose'
     order by position desc limit 1`,
    [fraudCase.applicationId, fraudCase.caseId, proposal.by],
  )
  const [proposed] = rows
  const counts = !proposed || (nowMs - proposed.at.getTime() < proposalMs && !proposed.is_disabled)
  if (counts) return fraudCase
  return { ...fraudCase, state: { ...fraudCase.state, proposal: null, duplicateOf: null, choice: null } }
}
