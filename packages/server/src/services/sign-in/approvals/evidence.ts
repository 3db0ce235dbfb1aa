import type { Environment } from '@nani/contract'
import { type Database, deleteInTurns, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { type DeviceSignature, hashOfText } from '../../../citizens/citizen-devices/index.ts'
import type { Handle } from '../handles.ts'

export type ApprovalEvidence = Handle & {
  environment: Environment
  citizen: Buffer
  deviceId: string
  text: string
  signature: DeviceSignature
  similarity: number
}

export const evidenceContext = ({ applicationId, requestId }: Handle) =>
  `sign-in approval ${applicationId} ${requestId}`

/** Keeps what a device signed, in the transaction of the approval. */
export const writeEvidence = async (
  client: Database,
  evidence: ApprovalEvidence,
  vault: Vault,
): Promise<void> => {
  const { applicationId, requestId, environment, citizen, deviceId, text, signature, similarity } = evidence
  await client.query({
    name: 'sign-in-evidence',
    text: `insert into sign_in_approvals (application_id, request_id, environment, citizen, device_id, shown_hash,
             sealed_text, signature, similarity)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      ...[applicationId, requestId, environment, citizen, deviceId, hashOfText(text)],
      ...[vault.seal(Buffer.from(text), evidenceContext(evidence)), JSON.stringify(signature), similarity],
    ],
  })
}

const keptDays = 5 * 366

export const forgetEvidence = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  const text = `delete from sign_in_approvals where (application_id, request_id) in (
                  select application_id, request_id from sign_in_approvals where approved_at < $1 limit $2)`
  await deleteInTurns(ownerPool, text, [new Date(nowMs - keptDays * 86_400_000)])
}
