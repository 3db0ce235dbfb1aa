import type { Environment } from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { Peer } from '@nani/foundation/http/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'

/**
 * Whether a request comes from the application: with one of its certificates where one is required, and from an
 * allowed address. The certificate is checked at each request, because a connection can outlive it (spec/sign-in#sign-in-authentication).
 */
export const isFromApplication = (
  { allowlist, thumbprints }: Application,
  peer: Peer,
  { needsCertificate, clock }: { needsCertificate: boolean; clock: Clock },
): boolean => {
  if (allowlist && !allowlist.includes(peer.address)) return false
  if (!needsCertificate) return true
  const { thumbprint, certificateTrusted, certificateExpiresAtMs } = peer
  const isCurrent = certificateExpiresAtMs === null || clock.now() < certificateExpiresAtMs
  return thumbprint !== null && certificateTrusted && isCurrent && thumbprints.has(thumbprint)
}

/** The certificate to which a token is bound, as its SHA-256 (RFC 8705 § 3). Null where none is required. */
export const boundCertificate = (
  { thumbprint }: Peer,
  { needsCertificate }: { needsCertificate: boolean },
): Buffer | null => (needsCertificate && thumbprint !== null ? Buffer.from(thumbprint, 'hex') : null)

/** Production always requires a certificate. The sandbox requires one where it is served over TLS. */
export const needsCertificate = (environment: Environment, baseUrl: string): boolean =>
  environment === 'production' || baseUrl.startsWith('https:')
