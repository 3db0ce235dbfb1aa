import { csvLine } from '@nani/foundation/core/index.ts'
import { useCase } from '../../../app/audit/index.ts'
import { type CaseObject, caseObject } from './case-object.ts'
import { type Desk, readers } from './desk.ts'
import { type CaseFilter, listCases, maxListed } from './queue.ts'
import { subjectOf } from './read-cases.ts'

export const maxExported = 100_000

/** The cases of a filter without personal data. The audit log has the number of cases. */
export const exportFraudCases = useCase({
  action: 'cases.export',
  permission: { operator: readers },
  async perform(filter: Omit<CaseFilter, 'limit' | 'offset'>, desk: Desk, record) {
    const now = new Date(desk.clock.now())
    const cases: CaseObject[] = []
    while (cases.length < maxExported) {
      const page = await listCases(desk.pool, { ...filter, limit: maxListed, offset: cases.length }, now)
      cases.push(...page.map((one) => caseObject(one, now)))
      if (page.length < maxListed) break
    }
    return record(
      desk.pool,
      { subject: subjectOf(filter), after: { cases: cases.length } },
      { object: 'list' as const, data: cases },
    )
  },
})

type Cell = string | number | boolean | null

const columns: Readonly<Record<string, (one: CaseObject) => Cell>> = {
  case_number: (one) => one.case_number,
  id: (one) => one.id,
  environment: (one) => one.environment,
  status: (one) => one.status,
  type: (one) => one.type,
  created_at: (one) => one.created_at,
  changed_at: (one) => one.changed_at,
  due_at: (one) => one.due_at,
  is_late: (one) => one.is_late,
  priority: (one) => one.priority,
  assignee: (one) => one.assignee,
  proposed_status: (one) => one.proposal?.status ?? null,
  proposed_by: (one) => one.proposal?.by ?? null,
  duplicate_of: (one) => one.duplicate_of,
  application_id: (one) => one.application_id,
  channel: (one) => one.channel,
  province: (one) => one.province,
  amount: (one) => one.amount?.value ?? null,
  currency: (one) => one.amount?.currency ?? null,
  subject_type: (one) => one.subject?.type ?? null,
  subject_role: (one) => one.subject?.role ?? null,
  subject_country: (one) => one.subject?.country ?? null,
  victims: (one) => one.victims.length,
  evidence_count: (one) => one.evidence_count,
}

/** The cases as a CSV file. Cells that a spreadsheet would execute are escaped. */
export const casesAsCsv = (cases: readonly CaseObject[]): string =>
  [Object.keys(columns), ...cases.map((one) => Object.values(columns).map((cell) => cell(one)))]
    .map(csvLine)
    .join('')
