import { basename } from 'node:path'
import type { Vault } from '@nani/foundation/storage/index.ts'
import { type ActPlatform, useCase } from '../../app/audit/index.ts'
import { type ImportOptions, importCreditRecords } from './import-records.ts'

export type CreditRecordsImport = Omit<ImportOptions, 'pool' | 'vault' | 'clock' | 'view' | 'endAccess'>

/** Imports a file of credit records. Like an import of citizens, it has an entry at its beginning and at its end. */
export const importCreditRecordsFile = useCase({
  action: 'credit_records.import',
  permission: { operator: ['supervisor', 'enrolment_officer'] },
  async perform(options: CreditRecordsImport, platform: ActPlatform & { vault: Vault }, record) {
    const { pool, clock, vault } = platform
    const subject = basename(options.file)
    await record(pool, { subject, after: { state: 'started' } }, undefined)
    const report = await importCreditRecords({ ...options, pool, clock, vault })
    const { written, refused, finished } = report
    const state = finished ? 'finished' : 'interrupted'
    return record(pool, { subject, after: { state, written, refused } }, report)
  },
})
