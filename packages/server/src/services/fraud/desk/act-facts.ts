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

/** The acts by which a person proposes or decides something about a case. */
export const decidingActs = ['propose', 'accept', 'reject', 'reopen', 'decide_objection', 'false_report']

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
    [applicationId, caseId, decidingActs],
  )
  return rows
}

type Database = Pick<pg.ClientBase, 'query'>
type FirstWord = { act: Act['act']; position: number; at: Date; is_disabled: boolean }

/** The case as it counts now, with the name of its open proposal. */
export type CurrentCase = { fraudCase: FraudCase; proposalId: string | null }

/**
 * What the first of two people said counts no more when it is older than 24 hours, or when its person was disabled
 * (spec/fraud#two-people).
 */
export const currentCase = async (
  database: Database,
  fraudCase: FraudCase,
  nowMs: number,
): Promise<CurrentCase> => {
  const acts = openActs(fraudCase.state)
  if (acts.length === 0) return { fraudCase, proposalId: null }
  const { rows } = await database.query<FirstWord>(
    `select distinct on (act) act, position, at,
       exists (select from operators where name = actor and disabled_at is not null) as is_disabled
     from fraud_case_entries where application_id = $1 and case_id = $2 and act = any($3)
     order by act, position desc`,
    [fraudCase.applicationId, fraudCase.caseId, acts],
  )
  const isEnded = ({ at, is_disabled }: FirstWord) => is_disabled || nowMs - at.getTime() >= proposalMs
  const ended = rows.filter(isEnded).map(({ act }) => act)
  const proposed = rows.find((one) => one.act === 'propose' && !isEnded(one))
  return {
    fraudCase: { ...fraudCase, state: withoutEnded(fraudCase.state, ended) },
    proposalId: proposed ? `${fraudCase.caseId}-${proposed.position}` : null,
  }
}

/** The acts of which one of two people has said the first word. The last entry of such an act is that word. */
const openActs = ({ proposal, objection, falseReport }: CaseState): Act['act'][] => [
  ...(proposal ? ['propose' as const] : []),
  ...(objection?.proposal ? ['decide_objection' as const] : []),
  ...(falseReport !== null && falseReport !== true ? ['false_report' as const] : []),
]

const withoutEnded = (state: CaseState, ended: readonly Act['act'][]): CaseState => ({
  ...state,
  ...(ended.includes('propose') && { proposal: null, duplicateOf: null, choice: null }),
  ...(ended.includes('decide_objection') &&
    state.objection && { objection: { ...state.objection, proposal: null } }),
  ...(ended.includes('false_report') && { falseReport: null }),
})
