import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'
import { openCaseVaults } from '../../../risk/fraud-network/index.ts'
import { evidenceFiles, type SentEvidence, sealReport, writeEvidence } from '../../../services/fraud/index.ts'

let made = 0

/** A case of production as an accepted report leaves it, with its own key. Its files pass the checks of a report. */
export const reportedCase = async (
  { platform, pool }: { platform: Platform; pool: pg.Pool },
  applicationId: string,
  evidence: readonly SentEvidence[] = [],
): Promise<string> => {
  const id = { applicationId, caseId: `frd_reported_${++made}` }
  const { sealedKey, vault } = openCaseVaults(platform).create(id)
  const files = await evidenceFiles(evidence, () => Promise.reject(new Error('no file has an address')))
  const report = {
    ...{ subject: null, victims: [], description: 'A secret text.', occurredAt: null, location: null },
    reporterReference: null,
  }
  const now = new Date(platform.clock.now())
  await pool.query('insert into fraud_case_keys (application_id, case_id, sealed_key) values ($1, $2, $3)', [
    id.applicationId,
    id.caseId,
    sealedKey,
  ])
  await writeEvidence(pool, id, vault, files)
  await pool.query(
    `insert into fraud_cases (application_id, case_id, environment, case_number, type, created_at, changed_at, through_alias,
       parties, has_identified_party, evidence_count, due_at, sealed_report)
     values ($1, $2, 'production', $3, 'phishing', $4, $4, false, $5, false, $6, $4::timestamptz + interval '3 days', $7)`,
    [
      ...[id.applicationId, id.caseId, `RDC-FRD-2026-9${String(made).padStart(5, '0')}`, now],
      ...[JSON.stringify({ subject: null, victims: [] }), files.length, sealReport(vault, id, report)],
    ],
  )
  await pool.query(
    `insert into fraud_case_entries (application_id, case_id, position, at, act, actor, status)
     values ($1, $2, 0, $3, 'reported', 'application', 'received')`,
    [id.applicationId, id.caseId, now],
  )
  return id.caseId
}
