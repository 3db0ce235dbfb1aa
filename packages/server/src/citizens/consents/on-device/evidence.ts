import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import { type DeviceSignature, hashOfText } from '../../citizen-devices/index.ts'
import type { ConsentRecord } from '../consent-record.ts'

export type ConsentEvidence = {
  record: Pick<ConsentRecord, 'application_id' | 'record_id' | 'environment' | 'citizen'>
  deviceId: string
  text: string
  signature: DeviceSignature
}

/** Keeps what a device signed, in the transaction of the approval. */
export const writeEvidence = async (
  client: Database,
  { record, deviceId, text, signature }: ConsentEvidence,
  vault: Vault,
): Promise<void> => {
  const { application_id, record_id, environment, citizen } = record
  const sealed = vault.seal(Buffer.from(text), `consent approval:${application_id}:${record_id}`)
  await client.query({
    name: 'consent-evidence',
    text: `insert into credit_consent_approvals (application_id, record_id, environment, citizen, device_id, shown_hash,
             sealed_text, signature)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      ...[application_id, record_id, environment, citizen, deviceId, hashOfText(text)],
      ...[sealed, JSON.stringify(signature)],
    ],
  })
}
