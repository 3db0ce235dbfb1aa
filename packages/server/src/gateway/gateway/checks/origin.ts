import type { CheckDependencies } from '../check-dependencies.ts'
import type { RequestContext, WithApplication } from '../request-context.ts'
import { checkAddress } from './address.ts'
import { checkCertificate } from './certificate.ts'

/**
 * Whether the caller's certificate and address may use the key. They are refused only after the signature. Until then
 * the body of such a caller uses the share of unknown callers, so that it cannot exhaust the share of the key.
 */
export const hasAllowedOrigin = (
  context: RequestContext & WithApplication,
  dependencies: Pick<CheckDependencies, 'clock'>,
): boolean => {
  try {
    checkCertificate(context, dependencies)
    checkAddress(context)
    return true
  } catch {
    return false
  }
}
