import type { KnownKey } from '../admit.ts'
import type { EndpointResponse } from '../call.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import type { WithAdmission, WithApplication, WithBody, WithIdempotency } from '../request-context.ts'

/**
 * spec/request-modes#idempotency: a known key returns its stored response, or a refusal. A call that a later local
 * check refuses does not take over a lapsed lock: its key has no response, and the refusal is returned.
 */
export const checkReplay = (
  {
    application: { applicationId },
    idempotency,
    admission,
    wantsLock,
    memory,
  }: WithApplication & WithIdempotency & WithBody & WithAdmission,
  { replay, clock }: Pick<CheckDependencies, 'replay' | 'clock'>,
): Promise<EndpointResponse> | null => {
  if (!idempotency || admission.lock) return null
  if (!wantsLock && !hasResponse(admission.knownKey, clock.now())) return null
  return replay({ applicationId, idempotency, known: admission.knownKey, memory })
}

const hasResponse = (known: KnownKey | null, nowMs: number): boolean =>
  known !== null && (known.status !== null || known.lockedUntilMs > nowMs)
