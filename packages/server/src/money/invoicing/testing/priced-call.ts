import { auditEffect, systemOrigin } from '../../../app/audit/index.ts'
import { type CommitRecord, frozenResult } from '../../../calls/commit/index.ts'
import { chargeOf, type PriceMode } from '../../billing/index.ts'

export type PricedCall = {
  applicationId: string
  organizationId: string
  resultId: string
  mode: PriceMode
  scopes: readonly string[]
  amount: number
  atMs: number
  sealed: Buffer
}

/** What a validation in production hands to its commit. */
export const pricedCall = (call: PricedCall): CommitRecord => {
  const { applicationId, organizationId, resultId, mode, scopes, amount, atMs, sealed } = call
  return {
    ...{ applicationId, resultId, service: 'kyc_validation', scopes, atMs },
    result: frozenResult(sealed),
    charge: chargeOf({
      ...{ organizationId, item: 'kyc_validation', mode, livemode: true, amount, held: 0 },
      priceListId: 'prl_shipped',
    }),
    ...{ usage: null, completes: null, events: null, contributed: [] },
    audit: auditEffect({
      ...systemOrigin,
      ...{ actor: 'system', http_status: null, error_code: null, purpose: null, makesResult: true },
      ...{ outcome: null, subject: null, read_ids: null },
    }),
  }
}
