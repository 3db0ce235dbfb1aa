import type { Environment } from '@nani/contract'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { defineAct, defineReading, homePoolOf, needsOf } from '../../../../gateway/acts/index.ts'
import type { FraudCase } from '../../case-row.ts'
import type { PartyComparison } from '../../report/compare-with-register.ts'
import { timeOfCase } from '../../time-of-case.ts'
import { currentCase, disabledAmong } from '../act-facts.ts'
import { entryOf } from '../case-acts.ts'
import { caseInput, namedCaseRefusals as caseRefusals, findNamedCase } from '../case-named.ts'
import { type Desk, databasesOfCases, investigators, readers } from '../desk-needs.ts'
import { personOf } from '../desk-person.ts'
import { caseGraphSchema, caseStatisticsSchema, shownCaseSchema } from '../pages/case-schemas.ts'
import { lastOf, performActsWithin } from '../perform-act.ts'
import { type CaseStatistics, caseStatistics } from '../statistics/case-statistics.ts'
import { type CaseGraphObject, caseGraphObject, directLinks } from './case-graph-object.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type CaseView, viewCase } from './case-view.ts'
import { listCasesOfAll, namesOfUnread } from './cases-of-all.ts'
import { caseGraph } from './linked-cases.ts'
import { type CaseFilter, maxListed } from './queue.ts'
import { type ReporterRecord, readReporterRecord } from './reporter-record.ts'
import { casesOfSameReporter, casesWithSameParty } from './shared-keys-of-all.ts'

/** A case of a list, with the open cases that share a party with it. */
export type ListedCase = CaseObject & {
  possible_duplicates: readonly string[]
  /** Of these, the cases of the same reporter with the same type and subject. */
  duplicates_of_reporter: readonly string[]
}
export type CaseList = {
  object: 'list'
  data: readonly ListedCase[]
  has_more: boolean
  /** The databases whose cases are missing at present. */
  unread?: readonly string[]
}

/** Cases in the order of the desk. */
export const listFraudCases = defineReading({
  name: 'cases.list',
  sentence: { en: 'Lists cases', fr: 'Liste les dossiers' },
  actors: { operator: readers },
  input: Type.Unsafe<CaseFilter>(Type.Object({})),
  output: Type.Unsafe<CaseList>(Type.Object({})),
  needs: needsOf<Desk>(),
  async read({ input: filter, needs: desk }) {
    const limit = Math.min(filter.limit, maxListed - 1)
    const asked = { ...filter, limit: limit + 1 }
    const { cases: found, unread } = await listCasesOfAll(databasesOfCases(desk), asked, now(desk))
    const listed = await withDuplicates(found.slice(0, limit), desk)
    return {
      object: 'list' as const,
      data: listed.data,
      has_more: found.length > limit,
      ...namesOfUnread(unread, listed.unread),
    }
  },
  entry: ({ data }, { input }) => ({ subject: subjectOf(input), after: { cases: data.length } }),
})

const now = ({ clock }: Pick<Desk, 'clock'>): Date => new Date(clock.now())

/** The subject of an act on many cases. */
export const subjectOf = ({ environment }: { environment?: Environment | null }): string =>
  `fraud cases of ${environment ?? 'both environments'}`

export const withDuplicates = async (
  cases: readonly FraudCase[],
  desk: Desk,
): Promise<{ data: ListedCase[]; unread: readonly string[] }> => {
  const isOpen = ({ state }: FraudCase) => state.status === 'received' || state.status === 'under_review'
  const open = cases.filter(isOpen)
  const duplicates = await casesWithSameParty(databasesOfCases(desk), open)
  const sentAgain = await casesOfSameReporter(databasesOfCases(desk), open)
  const data = cases.map((one) => ({
    ...caseObject(one, now(desk)),
    possible_duplicates: duplicates.numbers.get(one.caseId) ?? [],
    duplicates_of_reporter: sentAgain.numbers.get(one.caseId) ?? [],
  }))
  return { data, unread: [...duplicates.unread, ...sentAgain.unread] }
}

/** The view of a case with its links. */
export type ShownCase = CaseView & {
  /** What waits for a second person, for the decision about it. */
  proposal_id: string | null
  objection_proposal_id: string | null
  false_report_proposal_id: string | null
  possible_duplicates: readonly string[]
  duplicates_of_reporter: readonly string[]
  reporter: ReporterRecord
  links: CaseGraphObject['links']
  /** The cases that are linked directly or through others, with this one. */
  cluster: { size: number; is_cut: boolean }
  /** The databases whose cases are missing in what is linked, at present. */
  unread?: readonly string[]
}

const shownCase = async (found: FraudCase, desk: Desk, opened: boolean): Promise<ShownCase> => {
  const nowMs = await timeOfCase(desk.pool, found, desk.clock)
  const findDisabled = (names: readonly string[]) => disabledAmong(homePoolOf(desk), names)
  const { fraudCase, waiting } = await currentCase(desk.pool, findDisabled, found, nowMs)
  const { links, cases, isCut, unread } = await caseGraph(databasesOfCases(desk), fraudCase, desk.vaults)
  const duplicates = await withDuplicates([fraudCase], desk)
  const [listed] = duplicates.data
  return {
    ...(await viewCase(desk.pool, fraudCase, desk.vaults, {
      ...{ opened, now: now(desk), compared: await compared(fraudCase, desk) },
    })),
    proposal_id: waiting.propose?.id ?? null,
    objection_proposal_id: waiting.decide_objection?.id ?? null,
    false_report_proposal_id: waiting.false_report?.id ?? null,
    possible_duplicates: listed?.possible_duplicates ?? [],
    duplicates_of_reporter: listed?.duplicates_of_reporter ?? [],
    reporter: await readReporterRecord(desk.pool, fraudCase),
    links: directLinks(fraudCase.caseNumber, links),
    cluster: { size: cases.length, is_cut: isCut },
    ...namesOfUnread(unread, duplicates.unread),
  }
}

const compared = (fraudCase: FraudCase, { pool, network }: Desk): Promise<readonly PartyComparison[]> =>
  inTransaction(pool, (client) => network.compare(client, fraudCase))

const oneCase = Type.Object(caseInput, { additionalProperties: false })

/** The case with masked parties. */
export const showFraudCase = defineReading({
  name: 'cases.show',
  routes: { operator: 'GET /cases/{fraud_case}' },
  sentence: { en: 'Shows a case with masked parties', fr: 'Montre un dossier, parties masquées' },
  actors: { operator: readers },
  input: oneCase,
  output: Type.Unsafe<ShownCase>(shownCaseSchema),
  needs: needsOf<Desk>(),
  refusals: caseRefusals,
  read: async ({ pool, input, needs: desk }) => shownCase(await findNamedCase(pool, input), desk, false),
  entry: ({ case_number }) => ({ subject: case_number }),
})

/** Notes in the timeline of a case that its parties are read, and why. */
export const noteOpening = defineAct({
  name: 'cases.open',
  sentence: { en: 'Opens the parties of a case', fr: 'Ouvre les parties d’un dossier' },
  actors: { operator: investigators },
  input: Type.Object({ ...caseInput, reason: Type.String() }, { additionalProperties: false }),
  output: Type.Unsafe<FraudCase>({}),
  needs: needsOf<Desk>(),
  refusals: [...caseRefusals, 'case_erased', 'reason_required'],
  async perform({ client, input, needs: desk, actor }) {
    const person = personOf(actor)
    const { environment, caseId: fraudCase } = await findNamedCase(client, input)
    const acts = [{ act: 'open', reason: input.reason } as const]
    const changes = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
    return { result: lastOf(changes), entry: entryOf(changes, person.account, desk) }
  },
})

/** The case with its parties in full. The reason is in its timeline before anything is shown. */
export const openFraudCase = defineReading({
  name: 'cases.show_opened',
  routes: { operator: 'POST /cases/{fraud_case}/open' },
  sentence: { en: 'Shows a case with its parties', fr: 'Montre un dossier avec ses parties' },
  actors: { operator: investigators },
  input: Type.Object({ ...caseInput, reason: Type.String() }, { additionalProperties: false }),
  output: Type.Unsafe<ShownCase>(shownCaseSchema),
  needs: needsOf<Desk>(),
  refusals: [...caseRefusals, 'case_erased', 'reason_required'],
  read: async ({ actor, input, needs: desk }) => shownCase(await noteOpening(actor, input, desk), desk, true),
  entry: ({ case_number }) => ({ subject: case_number }),
})

/** The cases that are linked directly or through others, with the reasons and strengths. */
export const linkFraudCases = defineReading({
  name: 'cases.link',
  routes: { operator: 'GET /cases/{fraud_case}/graph' },
  sentence: { en: 'Shows the linked cases', fr: 'Montre les dossiers liés' },
  actors: { operator: readers },
  input: oneCase,
  output: Type.Unsafe<CaseGraphObject>(caseGraphSchema),
  needs: needsOf<Desk>(),
  refusals: caseRefusals,
  async read({ pool, input, needs: desk }) {
    const found = await findNamedCase(pool, input)
    return caseGraphObject(found.caseNumber, await caseGraph(databasesOfCases(desk), found, desk.vaults))
  },
  entry: ({ case_number, size }) => ({ subject: case_number, after: { size } }),
})

export const readCaseStatistics = defineReading({
  name: 'cases.stats',
  routes: { operator: 'GET /cases/stats' },
  sentence: { en: 'Shows the statistics of cases', fr: 'Montre les statistiques des dossiers' },
  actors: { operator: readers },
  input: Type.Object({ environment: caseInput.environment }, { additionalProperties: false }),
  output: Type.Unsafe<CaseStatistics>(caseStatisticsSchema),
  needs: needsOf<Desk>(),
  read: ({ input, needs: desk }) =>
    caseStatistics(
      databasesOfCases(desk).map((one) =>
        one.pool === desk.pool ? { ...one, pool: desk.reads?.pool ?? one.pool } : one,
      ),
      input.environment ?? null,
      now(desk),
    ),
  entry: (_result, { input }) => ({ subject: subjectOf(input) }),
})
