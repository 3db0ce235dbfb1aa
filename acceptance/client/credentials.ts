import { readFileSync } from 'node:fs'

/** The credentials of an application for one environment. They are shown once. */
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

export type DemoCredentials = { sandbox: Credentials; production: Credentials }

/** The 32 bytes behind `sk_…` and `pek_…` (spec/wire#credentials). */
export const keyBytes = (key: string): Buffer => {
  const encoded = key.replace(/^(sk|pek)_(test|live)_/, '')
  const bytes = Buffer.from(encoded, 'base64url')
  if (encoded === key || bytes.length !== 32)
    throw new Error('this is not a Secret or Payload Encryption Key')
  return bytes
}

/** The client's TLS identity, and its trusted authority. */
export type Identity = { ca?: Buffer; cert?: string | Buffer; key?: string | Buffer }

/** The TLS identity that the credentials name; empty for the sandbox. */
export const identityOf = (credentials: Credentials): Identity => {
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined)
  return {
    ca: read(credentials.ca_file),
    cert: read(credentials.certificate_file),
    key: read(credentials.private_key_file),
  }
}
