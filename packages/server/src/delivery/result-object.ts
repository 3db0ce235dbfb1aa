import { rfc3339 } from '../core/index.ts'
import type { Performed, Service } from './service.ts'
import type { ValidRequest } from './validate.ts'

/**
 * The common envelope around what a service answers (spec 1 § Response envelope). The declared result decides what
 * it holds: `result` where it has that member; the scopes always where it requires them, and else only of an
 * identity that resolved.
 */
export const resultObject = (
  service: Service,
  { outcome, members, scopesApplied, scopesWithheld, svcId }: Performed,
  {
    resultId,
    livemode,
    atMs,
    valid,
  }: { resultId: string; livemode: boolean; atMs: number; valid: ValidRequest },
): Record<string, unknown> => {
  const { properties, required } = service.result
  const tellsScopes = svcId !== null || required?.includes('scopes_applied')
  return {
    id: resultId,
    object: service.object,
    livemode,
    reference: valid.reference,
    status: 'completed',
    ...('result' in properties && { result: outcome }),
    ...members,
    ...(tellsScopes && { scopes_applied: scopesApplied, scopes_withheld: scopesWithheld }),
    purpose: valid.purpose,
    created_at: rfc3339(atMs),
  }
}
