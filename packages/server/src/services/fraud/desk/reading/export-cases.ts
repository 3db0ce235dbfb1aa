import { csvLine } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { defineReading, needsOf } from '../../../../gateway/acts/index.ts'
import { type Desk, databasesOfCases, readers } from '../desk-needs.ts'
import { type CaseObject, caseSchema } from './case-object.ts'
import { allCasesOfAll } from './cases-of-all.ts'
import type { CaseFilter } from './queue.ts'
import { subjectOf } from './read-cases.ts'

export const maxExported = 100_000

/** The cases of a filter without personal data. The audit log has the number of cases. A file without those of a cell would hide them. */
export const exportFraudCases = defineReading({
  name: 'cases.export',
  sentence: { en: 'Exports cases', fr: 'Exporte des dossiers' },
  actors: { operator: readers },
  input: Type.Unsafe<Omit<CaseFilter, 'limit' | 'after'>>(Type.Object({})),
  output: Type.Object({ object: Type.Literal('list'), data: Type.Array(caseSchema) }),
  needs: needsOf<Desk>(),
  refusals: ['history_incomplete'],
  async read({ input: filter, nowMs, needs: desk }) {
    const asked = { ...filter, limit: maxExported }
    const data = await allCasesOfAll(databasesOfCases(desk), asked, new Date(nowMs))
    return { object: 'list' as const, data }
  },
  entry: ({ data }, { input }) => ({ subject: subjectOf(input), after: { cases: data.length } }),
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
