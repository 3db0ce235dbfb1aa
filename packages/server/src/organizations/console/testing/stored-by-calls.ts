import { rfc3339 } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { resultContext } from '../../../calls/calls/index.ts'
import { sealDispute } from '../../../citizens/accesses/index.ts'
import { complianceSecrets } from '../../compliance/index.ts'
import type { ConsoleWorld } from './console-world.ts'

/* What calls of an application leave, as rows have it. */

/** A screening with one hit, as its call stored it. */
export const storedScreening = async ({ platform, rows }: ConsoleWorld, applicationId: string) => {
  const id = platform.newId('aml')
  const nowMs = platform.clock.now()
  const stored = {
    ...{ result: { id, created_at: rfc3339(nowMs) }, document_delivery: 'signed_url' },
    kept: { entries: [], found: [{ key: 'national:D.1', contentHash: '00' }], subject: 'a pseudonym' },
  }
  const sealed = platform
    .vaultFor('results')
    .seal(Buffer.from(JSON.stringify(stored)), resultContext(applicationId, id))
  await rows.query(
    `insert into results (application_id, day, result_id, service, sealed_result)
     values ($1, $2, $3, 'aml_screening', $4)`,
    [applicationId, dayOf(nowMs), id, sealed],
  )
  return id
}

export const storedMonitor = async ({ platform, rows }: ConsoleWorld, applicationId: string) => {
  const id = platform.newId('mon')
  await rows.query(
    `insert into monitors (application_id, monitor_id, environment, screening_id, sealed_subject, sealed_standing,
       created_at, screened_at) values ($1, $2, 'sandbox', 'aml_1', '\\x01', '\\x01', $3, $3)`,
    [applicationId, id, new Date(platform.clock.now())],
  )
  return id
}

export const storedDispute = async ({ platform, rows }: ConsoleWorld, applicationId: string) => {
  const id = platform.newId('dsp')
  const now = new Date(platform.clock.now())
  const { disputes } = complianceSecrets(platform)
  const sealed = sealDispute(disputes.disputesVault, 'Je ne connais pas cette banque.', {
    ...{ application_id: applicationId, dispute_id: id },
  })
  await rows.query(
    `insert into access_disputes (application_id, dispute_id, environment, citizen, entry_id, entry_day, entry_at,
       service, scopes, sealed_text, created_at, changed_at)
     values ($1, $2, 'sandbox', '\\x01', $3, $4, $5, 'kyc_validation', '{}', $6, $5, $5)`,
    [applicationId, id, `kyc_${id}`, dayOf(now.getTime()), now, sealed],
  )
  return id
}

/** A call in the log. */
export const storedCall = async ({ platform, rows }: ConsoleWorld, applicationId: string) => {
  const id = platform.newId('req')
  const nowMs = platform.clock.now()
  await rows.query(
    `insert into audit_entries (application_id, day, entry_id, at, request_id, client_address, method, path,
       http_status, service, scopes, actor, duration_ms)
     values ($1, $2, $3, $4, $5, '203.0.113.7', 'POST', '/v1/kyc/validations', 200, 'kyc_validation', '{}', 'application', 12)`,
    [applicationId, dayOf(nowMs), platform.newId('kyc'), new Date(nowMs), id],
  )
  return id
}
