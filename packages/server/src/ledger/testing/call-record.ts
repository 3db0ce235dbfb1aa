import type { IdSource } from '../../core/index.ts'
import type { CallRecord } from '../commit.ts'

const noon = Date.UTC(2026, 2, 15, 12)

/** What a validation that was performed hands to its commit; `changes` alter it. */
export const callRecord = (
  applicationId: string,
  newId: IdSource,
  changes: Partial<CallRecord> = {},
): CallRecord => {
  const resultId = newId('kyc')
  return {
    applicationId,
    resultId,
    service: 'kyc_validation',
    livemode: false,
    atMs: noon,
    sealedResult: Buffer.from(`sealed ${resultId}`),
    scopesApplied: ['kyc.basic', 'kyc.emails'],
    quota: null,
    audit: {
      application_id: applicationId,
      at_ms: noon,
      api_key: 'key_test_x',
      request_id: newId('req'),
      client_address: '203.0.113.9',
      method: 'POST',
      path: '/v1/kyc/validations',
      http_status: 200,
      error_code: null,
      service: 'kyc_validation',
      purpose: 'customer_onboarding',
      scopes: ['kyc.basic', 'kyc.emails'],
      result_id: resultId,
      outcome: 'verified',
      subject: 'ab'.repeat(32),
      read_ids: null,
    },
    settles: { kind: 'nothing' },
    companion: null,
    ...changes,
  }
}
