import type pg from 'pg'
import { proposalMs } from '../../../desk/proposals/index.ts'
import type { CaseVaults } from '../../../risk/fraud-network/index.ts'
import { type FraudCase, reportOfCase } from '../case-row.ts'
import { isInNetwork } from '../case-states.ts'
import { victimPlaces } from '../listing-choice.ts'
import { isUnclear, type PartyComparison } from '../report/compare-with-register.ts'
import { type Act, type ActFacts, type CaseState, noFacts } from './case-act-types.ts'

export type CompareParties = (
  client: pg.ClientBase,
  fraudCase: FraudCase,
) => Promise<readonly PartyComparison[]>

/** Reads what an act needs to know of a case, in the transaction that locks the case. */
export const readActFacts = async (
  client: pg.ClientBase,
  fraudCase: FraudCase,
  act: Act,
  { vaults, compare }: { vaults: CaseVaults; compare: CompareParties },
): Promise<ActFacts> => {
  if (act.act === 'decide_objection') return { ...noFacts, deciders: await readDeciders(client, fraudCase) }
  const report = needsParties(fraudCase.state, act) ? reportOfCase(fraudCase, vaults) : null
  if (!report) return noFacts
  const compared = await compare(client, fraudCase)
  return {
    ...noFacts,
    victims: victimPlaces(report),
    unclear: compared.flatMap((one, place) => (isUnclear(one) ? [place] : [])),
    suspects: report.subject?.role === 'suspect' ? [0] : [],
  }
}

/** Whether an act needs the parties of the case, compared with the register. */
const needsParties = (state: CaseState, act: Act): boolean =>
  (act.act === 'propose' && isInNetwork(act.status)) ||
  (act.act === 'accept' && state.proposal !== null && isInNetwork(state.proposal.status))

const deciding = ['propose', 'accept', 'reject', 'reopen', 'decide_objection', 'false_report']

/**
 * The people who proposed or decided something about the case, also while the objection is open. Proposals about this
 * objection itself do not count.
 */
const readDeciders = async (
  client: pg.ClientBase,
  { applicationId, caseId }: FraudCase,
): Promise<ActFacts['deciders']> => {
  const { rows } = await client.query<{ name: string; account: string | null }>(
    `select distinct actor as name, account from fraud_case_entries
     where application_id = $1 and case_id = $2 and act = any($3) and (act <> 'decide_objection' or position < (
       select max(position) from fraud_case_entries
       where application_id = $1 and case_id = $2 and act = 'objection'))`,
    [applicationId, caseId, deciding],
  )
  return rows
}

type Database = Pick<pg.ClientBase, 'query'>
type ProposalRow = { position: number; at: Date; is_disabled: boolean }

/** The case as it counts now, with the name of its open proposal. */
export type CurrentCase = { fraudCase: FraudCase; proposalId: string | null }

/** A proposal that is older than 24 hours, or whose person was disabled, counts no more (spec/fraud#two-people). */
export const currentCase = async (
  database: Database,
  fraudCase: FraudCase,
  nowMs: number,
): Promise<CurrentCase> => {
  const { proposal } = fraudCase.state
  if (!proposal) return { fraudCase, proposalId: null }
  const { rows } = await database.query<ProposalRow>(
    `select at, exists (select from operators where name = $3 and disabled_at is not null) as is_disabled, position
     from fraud_case_entries where application_id = $1 and case_id = $2 and act = 'propose'
     order by position desc limit 1`,
    [fraudCase.applicationId, fraudCase.caseId, proposal.by],
  )
  const [proposed] = rows
  if (!proposed) return { fraudCase, proposalId: null }
  if (nowMs - proposed.at.getTime() < proposalMs && !proposed.is_disabled)
    return { fraudCase, proposalId: `${fraudCase.caseId}-${proposed.position}` }
  const state = { ...fraudCase.state, proposal: null, duplicateOf: null, choice: null }
  return { fraudCase: { ...fraudCase, state }, proposalId: null }
}
