import type { CreditScoreRequest, CreditScore as CreditScoreShape } from '@nani/contract'
import type { Caller } from './call.ts'
import type { Clock } from './clock.ts'
import { type CreditConsents, creditConsents } from './credit-consents.ts'
import { type Service, service } from './service.ts'
import type { Tolerant } from './tolerant.ts'

/** spec/credit#credit-result, `credit_score`, tolerating enum values that a later release adds. */
export type CreditScore = Tolerant<CreditScoreShape>

type Shared = 'purpose' | 'product'

/**
 * Credit Scoring: `score` and its modes, and the consents that it needs. A score without a valid consent rejects with
 * `consent_required`.
 *
 * @example
 * const person = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
 * const asked = { identifier: person, purpose: 'credit_assessment', product: 'microcredit' } as const
 * const { consent } = await nani.credit.consents.waitUntilDecided(await nani.credit.consents.request(asked))
 * if (consent) console.log((await nani.credit.score({ ...asked, consent })).band)
 */
export type Credit = Service<'score', CreditScoreRequest, CreditScore, Shared> & {
  /** The consents of citizens, which scores need. */
  consents: CreditConsents
}

export const credit = (call: Caller, clock: Clock): Credit => ({
  ...service<CreditScoreRequest, CreditScore, Shared>(call)('/v1/credit/scores', 'score'),
  consents: creditConsents(call, clock),
})
