import type pg from 'pg'
import type { Desk } from '../desk-needs.ts'
import { noteScan, readFile } from './evidence-store.ts'
import type { ScanFile } from './scan-file.ts'

const filesOfPage = 20

type Row = {
  application_id: string
  case_id: string
  position: number
  sealed_key: Buffer
  written_at: Date
}

/**
 * Scans files that were not scanned yet, the oldest first, one at a time. Returns when the last of them was written, or null
 * after the last page. A file that the scanner cannot decide on delays no other one: the next page follows it.
 */
export const scanEvidence = async (
  pool: pg.Pool,
  { scanFile, vaults, clock }: Pick<Desk, 'vaults' | 'clock'> & { scanFile: ScanFile },
  writtenAfter: Date | null,
): Promise<Date | null> => {
  const { rows } = await pool.query<Row>(
    `select e.application_id, e.case_id, e.position, k.sealed_key, e.written_at from fraud_evidence e
     join fraud_case_keys k on k.application_id = e.application_id and k.case_id = e.case_id
     where e.scanned_at is null and ($1::timestamptz is null or e.written_at > $1) order by e.written_at limit $2`,
    [writtenAfter, filesOfPage],
  )
  for (const { application_id, case_id, position, sealed_key } of rows) {
    const file = { applicationId: application_id, caseId: case_id, sealedKey: sealed_key }
    const { bytes } = await readFile(pool, file, position, vaults)
    const result = await scanFile(bytes)
    await noteScan(pool, file, position, { result, at: new Date(clock.now()) })
  }
  return rows.at(-1)?.written_at ?? null
}
