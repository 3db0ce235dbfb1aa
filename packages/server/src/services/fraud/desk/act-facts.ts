import type pg from 'pg'
import type { CaseVaults } from '../../../risk/fraud-network/index.ts'
import { type FraudCase, reportOfCase } from '../case-row.ts'
import { isInNetwork } from '../case-states.ts'
import { isUnclear, type PartyComparison } from '../compare-with-register.ts'
import { victimPlaces } from '../listing-choice.ts'
import { type Act, type ActFacts, type CaseState, noFacts } from './acts.ts'

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

/** The people who proposed or decided something before the objection that is open. */
const readDeciders = async (
  client: pg.ClientBase,
  { applicationId, caseId }: FraudCase,
): Promise<ActFacts['deciders']> => {
  const { rows } = await client.query<{ name: string; account: string | null }>(
    `select distinct actor as name, account from fraud_case_entries
     where application_id = $1 and case_id = $2 and act = any($3) and position < (
       select max(position) from fraud_case_entries
       where application_id = $1 and case_id = $2 and act = 'objection')`,
    [applicationId, caseId, deciding],
  )
  return rows
}
