import { Refusal } from '@nani/foundation/core/index.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import type { RequestContext, WithApplication } from '../request-context.ts'

/**
 * spec/checks#client-certificates: in production the client certificate is one that this application registered. TLS
 * verified its dates when the connection opened. A connection that is kept alive can outlive the certificate.
 */
export const checkCertificate = (
  { request, application }: Pick<RequestContext, 'request'> & WithApplication,
  { clock }: Pick<CheckDependencies, 'clock'>,
): void => {
  if (request.environment !== 'production') return
  const { thumbprint, certificateTrusted, certificateExpiresAtMs } = request.peer
  if (thumbprint === null) throw new Refusal('certificate_required')
  const isCurrent = certificateExpiresAtMs === null || clock.now() < certificateExpiresAtMs
  if (!certificateTrusted || !isCurrent || !application.thumbprints.has(thumbprint)) {
    throw new Refusal('certificate_mismatch')
  }
}
