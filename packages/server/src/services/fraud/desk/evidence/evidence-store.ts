import { nextTurn, Refusal } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { EvidenceFormat } from '../../../../risk/evidence/index.ts'
import type { CaseVaults } from '../../../../risk/fraud-network/index.ts'
import { contextOfFile } from '../../case-report.ts'
import type { FraudCase } from '../../case-row.ts'
import type { ScanResult } from './scan-file.ts'

type CaseOfFile = Pick<FraudCase, 'applicationId' | 'caseId' | 'sealedKey'>

export type StoredFile = {
  position: number
  type: string
  format: EvidenceFormat
  malware: string | null
  scannedAt: Date | null
  bytes: Buffer
}

type Row = {
  type: string
  format: EvidenceFormat
  malware: string | null
  scanned_at: Date | null
  sealed_file: Buffer
}

/** One file of a case, opened. Throws `Refusal`. */
export const readFile = async (
  database: Database,
  fraudCase: CaseOfFile,
  position: number,
  vaults: CaseVaults,
): Promise<StoredFile> => {
  const { rows } = await database.query<Row>(
    `select type, format, malware, scanned_at, sealed_file from fraud_evidence
     where application_id = $1 and case_id = $2 and position = $3`,
    [fraudCase.applicationId, fraudCase.caseId, position],
  )
  const [row] = rows
  if (!row) throw new Refusal('evidence_not_found', { position })
  if (!fraudCase.sealedKey) throw new Refusal('case_erased')
  const { type, format, malware, scanned_at, sealed_file } = row
  const vault = vaults.open(fraudCase, fraudCase.sealedKey)
  const bytes = await vault.openInPieces(sealed_file, contextOfFile(fraudCase, position), nextTurn)
  return { position, type, format, malware, scannedAt: scanned_at, bytes }
}

/** Keeps what a scanner found. A file that was infected once stays so. */
export const noteScan = async (
  database: Database,
  { applicationId, caseId }: CaseOfFile,
  position: number,
  { result, at }: { result: ScanResult; at: Date },
): Promise<void> => {
  if (result.verdict === 'unavailable') return
  await database.query(
    `update fraud_evidence set scanned_at = $4, malware = coalesce(malware, $5)
     where application_id = $1 and case_id = $2 and position = $3`,
    [applicationId, caseId, position, at, result.verdict === 'infected' ? result.malware : null],
  )
}
