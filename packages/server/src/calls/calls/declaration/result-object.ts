import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Performed, Service } from './service.ts'

/** The parts of the envelope that a service does not choose. */
export type EnvelopeFacts = {
  resultId: string
  livemode: boolean
  atMs: number
  reference: string | null
  purpose: string
}

/**
 * The common envelope and the fields of the service (spec/disclosure#response-envelope). The declared result decides
 * which members the envelope has. Scopes that are optional there are present only if an identity was resolved.
 */
export const resultObject = (
  { object, result: { properties, required } }: Pick<Service, 'object' | 'result'>,
  { outcome, fields, scopesApplied = [], scopesWithheld = [], svcId = null }: Performed,
  { resultId, livemode, atMs, reference, purpose }: EnvelopeFacts,
): Record<string, unknown> => {
  const hasScopes =
    'scopes_applied' in properties && (svcId !== null || required?.includes('scopes_applied') === true)
  return {
    id: resultId,
    object,
    livemode,
    ...('reference' in properties && { reference }),
    ...('status' in properties && { status: 'completed' }),
    ...('result' in properties && { result: outcome }),
    ...fields,
    ...(hasScopes && { scopes_applied: scopesApplied, scopes_withheld: scopesWithheld }),
    ...('purpose' in properties && { purpose }),
    created_at: rfc3339(atMs),
  }
}
