import { createHash, X509Certificate } from 'node:crypto'

/**
 * The registered fingerprint of a certificate: the lower-case hex SHA-256 of its DER bytes.
 * @throws if the input is not a certificate.
 */
export const thumbprint = (certificate: string | Uint8Array): string =>
  createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex')
