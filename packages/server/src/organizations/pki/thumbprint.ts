import { createHash, X509Certificate } from 'node:crypto'

/**
 * What a certificate is registered under: the lower-case hex SHA-256 of its DER bytes.
 * @throws when the input is no certificate.
 */
export function thumbprint(certificate: string | Uint8Array): string {
  return createHash('sha256').update(new X509Certificate(certificate).raw).digest('hex')
}
