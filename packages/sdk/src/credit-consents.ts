import type {
  CreditConsentRequest as CreditConsentRequestShape,
  NewCreditConsentRequest,
} from '@nani/contract'
import type { Caller, CallOptions, PostOptions } from './call.ts'
import type { Clock } from './clock.ts'
import { pauses, type WaitOptions } from './poll.ts'
import type { Tolerant } from './tolerant.ts'

/** spec/consents#consent-request, tolerating enum values that a later release adds. */
export type CreditConsentRequest = Tolerant<CreditConsentRequestShape>

export type CreditConsents = {
  /**
   * Requests the consent of a citizen. A request that is pending already is returned again. Rejects with
   * `invalid_identifier` when the person has no certified account.
   *
   * @example
   * const request = await nani.credit.consents.request({
   *   identifier: { type: 'svc_id', value: 'COD-0000-0000-0001' },
   *   purpose: 'credit_assessment',
   *   product: 'microcredit',
   * })
   */
  request(request: NewCreditConsentRequest, options?: PostOptions): Promise<CreditConsentRequest>
  /** The request in its current status. It has `consent` after the approval. Rejects with `not_found`. */
  retrieve(id: string, options?: CallOptions): Promise<CreditConsentRequest>
  /**
   * The request once it is no longer `pending`. A citizen may take hours: in a service, receive
   * `credit_consent.status_changed` instead. Rejects with NaniTimeoutError after `timeoutMs` (default 60,000).
   *
   * @example
   * const { status, consent } = await nani.credit.consents.waitUntilDecided(request)
   * if (status === 'approved') await useIt(consent.consent_id)
   */
  waitUntilDecided(
    request: string | Pick<CreditConsentRequest, 'id'>,
    options?: WaitOptions,
  ): Promise<CreditConsentRequest>
}

const path = '/v1/credit/consents'
const defaultTimeoutMs = 60_000

export const creditConsents = (call: Caller, clock: Clock): CreditConsents => {
  const retrieve = (id: string, options?: CallOptions): Promise<CreditConsentRequest> =>
    call.get(`${path}/${encodeURIComponent(id)}`, options)
  return {
    request: (request, options) => call.post(path, request, options),
    retrieve,
    async waitUntilDecided(request, options = {}) {
      const id = typeof request === 'string' ? request : request.id
      const pause = pauses(clock, `Consent request ${id}`, defaultTimeoutMs, options)
      for (;;) {
        const current = await retrieve(id, { signal: options.signal })
        if (current.status !== 'pending') return current
        await pause.next()
      }
    },
  }
}
