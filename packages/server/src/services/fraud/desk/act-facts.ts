import type pg from 'pg'
import { proposalMs } from '../../../desk/proposals/index.ts'
import type { CaseVaults } from '../../../risk/fraud-network/index.ts'
import { type FraudCase, reportOfCase } from '../case-row.ts'
import { isInNetwork } from '../case-states.ts'
import { victimPlaces } from '../listing-choice.ts'
import { isUnclear, type PartyComparison } from '../report/compare-with-register.ts'
import { addingFacts } from './apply-act.ts'
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
  if (objectionActs.includes(act.act)) return { ...noFacts, deciders: await readDeciders(client, fraudCase) }
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

/** The acts of people who answer an objection. */
export const objectionActs: readonly Act['act'][] = ['decide_objection', 'decline_objection_decision']

/** The acts by which a person proposes or decides something about a case. */
export const decidingActs: readonly Act['act'][] = [
  ...(['propose', 'accept', 'reject', 'reopen', 'false_report', 'decline_false_report'] as const),
  ...objectionActs,
]

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
     where application_id = $1 and case_id = $2 and act = any($3) and (act <> all($4) or position < (
       select max(position) from fraud_case_entries
       where application_id = $1 and case_id = $2 and act = 'objection'))`,
    [applicationId, caseId, decidingActs, objectionActs],
  )
  return rows
}

type Database = Pick<pg.ClientBase, 'query'>
/** The acts by which the first of two people speaks. */
export type FirstAct = 'propose' | 'decide_objection' | 'false_report'
type Entry = { act: Act['act']; position: number; at: Date; actor: string }
/** Which of these operators are disabled. Home has the operators, and a cell may have the case. */
export type FindDisabled = (names: readonly string[]) => Promise<ReadonlySet<string>>

/** What the first of two people said: its id for the second one, and who added notes or contacts after it. */
export type Waiting = { id: string; notedBy: readonly string[] }

/** The case as it counts now, with what waits for a second person. */
export type CurrentCase = { fraudCase: FraudCase; waiting: Partial<Record<FirstAct, Waiting>> }

/**
 * What the first of two people said counts no more when it is older than 24 hours, or when its person was disabled
 * (spec/fraud#two-people).
 */
export const currentCase = async (
  database: Database,
  findDisabled: FindDisabled,
  fraudCase: FraudCase,
  nowMs: number,
): Promise<CurrentCase> => {
  const acts = openActs(fraudCase.state)
  if (acts.length === 0) return { fraudCase, waiting: {} }
  // The last entry of each person.
  const { rows: entries } = await database.query<Entry>(
    `select distinct on (act, actor) act, position, at, actor from fraud_case_entries
     where application_id = $1 and case_id = $2 and act = any($3)
     order by act, actor, position desc`,
    [fraudCase.applicationId, fraudCase.caseId, [...acts, ...addingFacts]],
  )
  const words = acts.flatMap((act) => {
    const word = newest(entries.filter((entry) => entry.act === act))
    return word ? [{ ...word, act }] : []
  })
  const disabled = await findDisabled(words.map(({ actor }) => actor))
  const isEnded = ({ at, actor }: Entry) => disabled.has(actor) || nowMs - at.getTime() >= proposalMs
  const ended = words.filter(isEnded).map(({ act }) => act)
  const notes = entries.filter(({ act }) => addingFacts.includes(act))
  const open = words.filter((word) => !isEnded(word))
  return {
    fraudCase: { ...fraudCase, state: withoutEnded(fraudCase.state, ended) },
    waiting: Object.fromEntries(open.map((word) => [word.act, waitingOf(fraudCase, word, notes)])),
  }
}

const newest = (entries: readonly Entry[]): Entry | undefined =>
  entries.toSorted((one, other) => other.position - one.position)[0]

/** A later note gives what waits another id: the second person must read the case again. */
const waitingOf = ({ caseId }: FraudCase, word: Entry, notes: readonly Entry[]): Waiting => {
  const later = notes.filter(({ position }) => position > word.position)
  const { position } = newest(later) ?? word
  return { id: `${caseId}-${position}`, notedBy: later.map(({ actor }) => actor) }
}

export const disabledAmong = async (
  home: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await home.query<{ name: string }>(
    'select name from operators where name = any($1) and disabled_at is not null',
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** The acts of which one of two people has said the first word. The last entry of such an act is that word. */
const openActs = ({ proposal, objection, falseReport }: CaseState): FirstAct[] => [
  ...(proposal ? ['propose' as const] : []),
  ...(objection?.proposal ? ['decide_objection' as const] : []),
  ...(falseReport !== null && falseReport !== true ? ['false_report' as const] : []),
]

const withoutEnded = (state: CaseState, ended: readonly FirstAct[]): CaseState => ({
  ...state,
  ...(ended.includes('propose') && { proposal: null, duplicateOf: null, choice: null }),
  ...(ended.includes('decide_objection') &&
    state.objection && { objection: { ...state.objection, proposal: null } }),
  ...(ended.includes('false_report') && { falseReport: null }),
})
