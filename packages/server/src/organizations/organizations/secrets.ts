import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Credentials } from './keys/credentials.ts'

type Secrets = Pick<Credentials, 'secret_key' | 'payload_encryption_key'>

const context = (apiKey: string) => `credentials:${apiKey}`

/** Secret Key and Payload Encryption Key at rest; bound to their API key, so that they cannot be swapped. */
export const sealSecrets = (vault: Vault, { api_key, ...secrets }: Credentials): Buffer =>
  vault.seal(Buffer.from(JSON.stringify(secrets)), context(api_key))

export const openSecrets = (vault: Vault, sealed: Buffer, apiKey: string): Secrets =>
  JSON.parse(vault.open(sealed, context(apiKey)).toString('utf8')) as Secrets
