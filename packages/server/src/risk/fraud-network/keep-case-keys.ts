import type { Database } from '@nani/foundation/storage/index.ts'
import { type CaseId, readCaseKeys } from './case-keys.ts'

/**
 * Before cases of applications leave their database: the network, which home has, keeps their keys. Without a key they would count no
 * more. The keys leave the network with the cases.
 */
export const keepCaseKeys = async (
  home: Database,
  database: Database,
  applicationIds: readonly string[],
): Promise<void> => {
  const { rows } = await home.query<{ application_id: string; case_id: string }>(
    `select distinct application_id, case_id from fraud_network_parties
     where application_id = any($1) and case_id is not null and sealed_key is null`,
    [applicationIds],
  )
  const cases: CaseId[] = rows.map(({ application_id: applicationId, case_id: caseId }) => ({
    ...{ applicationId, caseId },
  }))
  const keys = [...(await readCaseKeys(database, cases))]
  if (keys.length === 0) return
  await home.query(
    `update fraud_network_parties p set sealed_key = k.sealed_key
     from unnest($1::text[], $2::bytea[]) as k(case_id, sealed_key)
     where p.application_id = any($3) and p.case_id = k.case_id`,
    [keys.map(([caseId]) => caseId), keys.map(([, key]) => key), applicationIds],
  )
}
