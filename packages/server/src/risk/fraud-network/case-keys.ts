import type { Database } from '@nani/foundation/storage/index.ts'

export type CaseId = { applicationId: string; caseId: string }

/** The sealed keys of the given cases, by case id. A case without one was erased, and does not count. */
export const readCaseKeys = async (
  database: Database,
  cases: readonly CaseId[],
): Promise<ReadonlyMap<string, Buffer>> => {
  if (cases.length === 0) return new Map()
  const { rows } = await database.query<{ case_id: string; sealed_key: Buffer }>({
    name: 'read-case-keys',
    text: `select k.case_id, k.sealed_key
      from unnest($1::text[], $2::text[]) as asked(application_id, case_id)
      join fraud_case_keys k on k.application_id = asked.application_id and k.case_id = asked.case_id`,
    values: [cases.map(({ applicationId }) => applicationId), cases.map(({ caseId }) => caseId)],
  })
  return new Map(rows.map(({ case_id, sealed_key }) => [case_id, sealed_key]))
}
