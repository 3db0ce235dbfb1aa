import { basename } from 'node:path'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool } from 'pg'
import Type from 'typebox'
import { type ActNeeds, defineAct, needsOf } from '../../gateway/acts/index.ts'
import { type ImportOptions, type ImportReport, importCreditRecords } from './import-records.ts'

export type CreditRecordsImport = Omit<ImportOptions, 'pool' | 'vault' | 'clock' | 'view' | 'endAccess'>

/** Imports a file of credit records. Like an import of citizens, it has an entry at its beginning and at its end. */
export const importCreditRecordsFile = defineAct({
  name: 'credit_records.import',
  sentence: { en: 'Imports a file of credit records', fr: 'Importe un fichier de données de crédit' },
  actors: { operator: ['supervisor', 'enrolment_officer'] },
  input: Type.Unsafe<CreditRecordsImport>(Type.Object({})),
  output: Type.Unsafe<ImportReport>(Type.Object({})),
  needs: needsOf<ActNeeds & { registerPool: Pool; vault: Vault }>(),
  refusals: ['register_file_unusable', 'import_interrupted'],
  started: ({ input: { file } }) => ({ subject: basename(file), after: { state: 'started' } }),
  prepare: ({ input, needs: { registerPool: pool, clock, vault } }) =>
    importCreditRecords({ ...input, pool, clock, vault }),
  async perform({ input: { file }, prepared: report }) {
    const { written, refused, finished } = report
    const state = finished ? 'finished' : 'interrupted'
    return { result: report, entry: { subject: basename(file), after: { state, written, refused } } }
  },
})
