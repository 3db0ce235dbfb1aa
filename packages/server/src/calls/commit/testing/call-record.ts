import type { IdSource } from '@nani/foundation/core/index.ts'
import { auditEffect } from '../../../app/audit/index.ts'
import { freeCharge } from '../../../money/billing/index.ts'
import { type Quota, usageEffect } from '../../../money/metering/index.ts'
import type { CommitRecord } from '../commit.ts'
import { frozenResult } from '../result-effects.ts'

const noon = Date.UTC(2026, 2, 15, 12)

type Changes = Partial<CommitRecord> & { quota?: Quota }

/** What a validation that was performed hands to its commit; `changes` alter it. */
export const callRecord = (
  applicationId: string,
  newId: IdSource,
  { quota, ...changes }: Changes = {},
): CommitRecord => {
  const resultId = newId('kyc')
  return {
    applicationId,
    resultId,
    service: 'kyc_validation',
    scopes: ['kyc.basic', 'kyc.emails'],
    atMs: noon,
    result: frozenResult(Buffer.from(`sealed ${resultId}`)),
    charge: freeCharge('kyc_validation'),
    usage: usageEffect(changes.atMs ?? noon, quota ?? null),
    audit: auditEffect({
      actor: 'application',
      api_key: 'key_test_x',
      request_id: newId('req'),
      client_address: '203.0.113.9',
      method: 'POST',
      path: '/v1/kyc/validations',
      http_status: 200,
      error_code: null,
      purpose: 'customer_onboarding',
      makesResult: true,
      outcome: 'verified',
      subject: 'ab'.repeat(32),
      read_ids: null,
    }),
    completes: null,
    events: null,
    contributed: [],
    ...changes,
  }
}
