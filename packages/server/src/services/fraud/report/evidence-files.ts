import type { FraudReportRequest } from '@nani/contract'
import { nextTurn, Refusal } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import {
  type EvidenceFormat,
  EvidenceRefused,
  type EvidenceType,
  readEvidence,
} from '../../../risk/evidence/index.ts'
import { contextOfFile, placeOfDescription, sealText } from '../case-report.ts'

export type SentEvidence = NonNullable<FraudReportRequest['evidence']>[number]
type CaseId = { applicationId: string; caseId: string }

/** A file of evidence whose format was found in its content. */
export type EvidenceFile = { type: EvidenceType; format: EvidenceFormat; bytes: Buffer; description: string }

/** Fetches a file that a reporter named. Throws `image_unreachable`. */
export type FetchEvidence = (url: string, field: string) => Promise<Buffer>

/** The files of a report, one after another, so that few are decoded at the same time. */
export const evidenceFiles = async (
  sent: readonly SentEvidence[],
  fetchEvidence: FetchEvidence,
): Promise<EvidenceFile[]> => {
  const files: EvidenceFile[] = []
  for (const [index, { type, file, description }] of sent.entries()) {
    const field = `evidence[${index}].file`
    const bytes = file.url
      ? await fetchEvidence(file.url, `${field}.url`)
      : decode(file.data ?? '', `${field}.data`)
    files.push({ type, description, bytes, format: await formatOrRefuse(bytes, type, field) })
    await nextTurn()
  }
  return files
}

const formatOrRefuse = async (bytes: Buffer, type: EvidenceType, field: string): Promise<EvidenceFormat> => {
  try {
    return await readEvidence(bytes, type)
  } catch (error) {
    if (!(error instanceof EvidenceRefused)) throw error
    throw new Refusal('invalid_request', { field, reason: error.reason })
  }
}

/** Standard base64 with its padding. The decoder skips other characters: then bytes are missing. */
const decode = (text: string, field: string): Buffer => {
  const bytes = Buffer.from(text, 'base64')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (/[-_]/.test(text.slice(0, 1_024)) || bytes.length !== (text.length / 4) * 3 - padding) {
    throw new Refusal('invalid_request', { field, reason: 'must be standard base64, padded' })
  }
  return bytes
}

/**
 * Writes the files before their case, one statement each, so that no statement holds all of them. Their key is stored
 * with the case: if the case is not accepted, nothing of them opens, and maintenance deletes them. They do not wait for
 * the disk: the commit of the case does, and everything that was written before it is then on the disk as well.
 */
export const writeEvidence = async (
  pool: Database,
  id: CaseId,
  vault: Vault,
  files: readonly EvidenceFile[],
): Promise<void> => {
  for (const [position, { type, format, bytes, description }] of files.entries()) {
    const sealed = await vault.sealInPieces(bytes, contextOfFile(id, position), nextTurn)
    await pool.query({
      name: 'write-evidence',
      text: `insert into fraud_evidence
          (application_id, case_id, position, type, format, file_bytes, sealed_description, sealed_file)
        select $1, $2, $3::smallint, $4, $5, $6::integer, $7::bytea, $8::bytea
        from set_config('synchronous_commit', 'off', true)`,
      values: [
        id.applicationId,
        id.caseId,
        position,
        type,
        format,
        bytes.length,
        sealText(vault, id, placeOfDescription(position), description),
        sealed,
      ],
    })
  }
}
