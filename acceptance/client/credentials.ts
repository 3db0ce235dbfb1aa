import { readFileSync } from 'node:fs'

/** What an application is given for one environment; shown once. */
export type Credentials = {
  base_url: string
  application_id: string
  api_key: string
  secret_key: string
  payload_encryption_key: string
  ca_file?: string
  certificate_file?: string
  private_key_file?: string
}

/** The 32 bytes behind `sk_…` and `pek_…` (decisions §1). */
export function keyBytes(key: string): Buffer {
  const encoded = key.replace(/^(sk|pek)_(test|live)_/, '')
  const bytes = Buffer.from(encoded, 'base64url')
  if (encoded === key || bytes.length !== 32)
    throw new Error('this is not a Secret or Payload Encryption Key')
  return bytes
}

/** What a client presents in the TLS handshake, and whom it trusts. */
export type Identity = { ca?: Buffer; cert?: string | Buffer; key?: string | Buffer }

/** The TLS identity that the credentials name; empty for the sandbox. */
export function identityOf(credentials: Credentials): Identity {
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined)
  return {
    ca: read(credentials.ca_file),
    cert: read(credentials.certificate_file),
    key: read(credentials.private_key_file),
  }
}
