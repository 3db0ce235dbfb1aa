import type { Environment } from '@nani/contract'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { useCase } from '../../../app/audit/index.ts'
import type { FraudCase } from '../case-row.ts'
import type { PartyComparison } from '../compare-with-register.ts'
import { entryOf } from './case-acts.ts'
import { type CaseGraphObject, caseGraphObject, directLinks } from './case-graph-object.ts'
import { type CaseNamed, findNamedCase } from './case-named.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { caseStatistics } from './case-statistics.ts'
import { type CaseView, viewCase } from './case-view.ts'
import { type Desk, investigators, readers } from './desk.ts'
import { personOf } from './desk-person.ts'
import { caseGraph } from './linked-cases.ts'
import { lastOf, performActsWithin } from './perform-act.ts'
import { type CaseFilter, listCases, maxListed } from './queue.ts'
import { type ReporterRecord, readReporterRecord } from './reporter-record.ts'
import { openCasesOfSameReporter, openCasesWithSameParty } from './shared-keys.ts'

/** A case of a list, with the open cases that share a party with it. */
export type ListedCase = CaseObject & {
  possible_duplicates: readonly string[]
  /** Of these, the cases of the same reporter with the same type and subject. */
  duplicates_of_reporter: readonly string[]
}
export type CaseList = { object: 'list'; data: readonly ListedCase[]; has_more: boolean }

/** Cases in the order of the desk. */
export const listFraudCases = useCase({
  action: 'cases.list',
  permission: { operator: readers },
  async perform(filter: CaseFilter, desk: Desk, record) {
    const limit = Math.min(filter.limit, maxListed - 1)
    const found = await listCases(desk.pool, { ...filter, limit: limit + 1 }, now(desk))
    const list: CaseList = {
      object: 'list',
      data: await withDuplicates(found.slice(0, limit), desk),
      has_more: found.length > limit,
    }
    return record(desk.pool, { subject: subjectOf(filter), after: { cases: list.data.length } }, list)
  },
})

const now = ({ clock }: Pick<Desk, 'clock'>): Date => new Date(clock.now())

/** The subject of an act on many cases. */
export const subjectOf = ({ environment }: { environment: Environment | null }): string =>
  `fraud cases of ${environment ?? 'both environments'}`

const withDuplicates = async (cases: readonly FraudCase[], desk: Desk): Promise<ListedCase[]> => {
  const isOpen = ({ state }: FraudCase) => state.status === 'received' || state.status === 'under_review'
  const open = cases.filter(isOpen)
  const duplicates = await openCasesWithSameParty(desk.pool, open)
  const sentAgain = await openCasesOfSameReporter(desk.pool, open)
  return cases.map((one) => ({
    ...caseObject(one, now(desk)),
    possible_duplicates: duplicates.get(one.caseId) ?? [],
    duplicates_of_reporter: sentAgain.get(one.caseId) ?? [],
  }))
}

/** The view of a case with its links. */
export type ShownCase = CaseView & {
  possible_duplicates: readonly string[]
  duplicates_of_reporter: readonly string[]
  reporter: ReporterRecord
  links: CaseGraphObject['links']
  /** The cases that are linked directly or through others, with this one. */
  cluster: { size: number; is_cut: boolean }
}

const shownCase = async (fraudCase: FraudCase, desk: Desk, opened: boolean): Promise<ShownCase> => {
  const { links, cases, isCut } = await caseGraph(desk.pool, fraudCase, desk.vaults)
  const [listed] = await withDuplicates([fraudCase], desk)
  return {
    ...(await viewCase(desk.pool, fraudCase, desk.vaults, {
      ...{ opened, now: now(desk), compared: await compared(fraudCase, desk) },
    })),
    possible_duplicates: listed?.possible_duplicates ?? [],
    duplicates_of_reporter: listed?.duplicates_of_reporter ?? [],
    reporter: await readReporterRecord(desk.pool, fraudCase),
    links: directLinks(fraudCase.caseNumber, links),
    cluster: { size: cases.length, is_cut: isCut },
  }
}

const compared = (fraudCase: FraudCase, { pool, network }: Desk): Promise<readonly PartyComparison[]> =>
  inTransaction(pool, (client) => network.compare(client, fraudCase))

/** The case with masked parties. */
export const showFraudCase = useCase({
  action: 'cases.show',
  permission: { operator: readers },
  async perform(input: CaseNamed, desk: Desk, record) {
    const found = await findNamedCase(desk.pool, input)
    return record(desk.pool, { subject: found.caseNumber }, await shownCase(found, desk, false))
  },
})

/** The case with its parties in full. The reason is in its timeline before anything is shown. */
export const openFraudCase = useCase({
  action: 'cases.open',
  permission: { operator: investigators },
  async perform(input: CaseNamed & { reason: string }, desk: Desk, record, actor) {
    const person = personOf(actor)
    const { environment, caseId: fraudCase } = await findNamedCase(desk.pool, input)
    const acts = [{ act: 'open', reason: input.reason } as const]
    const opened = await inTransaction(desk.pool, async (client) => {
      const done = await performActsWithin(client, person, { environment, fraudCase, acts }, desk)
      return record(client, entryOf(done, person.account, desk), lastOf(done))
    })
    return record(
      desk.pool,
      { subject: opened.result.caseNumber },
      await shownCase(opened.result, desk, true),
    )
  },
})

/** The cases that are linked directly or through others, with the reasons and strengths. */
export const linkFraudCases = useCase({
  action: 'cases.link',
  permission: { operator: readers },
  async perform(input: CaseNamed, desk: Desk, record) {
    const found = await findNamedCase(desk.pool, input)
    const graph = caseGraphObject(found.caseNumber, await caseGraph(desk.pool, found, desk.vaults))
    return record(desk.pool, { subject: found.caseNumber, after: { size: graph.size } }, graph)
  },
})

export const readCaseStatistics = useCase({
  action: 'cases.stats',
  permission: { operator: readers },
  async perform(input: { environment: Environment | null }, desk: Desk, record) {
    const statistics = await caseStatistics(desk.pool, input.environment, now(desk))
    return record(desk.pool, { subject: subjectOf(input) }, statistics)
  },
})
