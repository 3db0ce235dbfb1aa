import type { Terminal } from '@nani/cli'
import { importCreditRecordsFile } from '@nani/server/register/register-import/index.ts'
import { operatorOf } from './operator-actor.ts'
import { type ImportFileOptions, reportImport, runImport } from './run-import.ts'

/** `nani credit-records import FILE`. */
export const importFile = async (
  path: string,
  options: ImportFileOptions,
  terminal: Terminal,
): Promise<void> => {
  const { answer, seconds } = await runImport(
    { path, options },
    terminal,
    (files, { pool, clock, vaultFor }) =>
      importCreditRecordsFile(operatorOf(options, terminal), files, {
        pool,
        clock,
        vault: vaultFor('files'),
      }),
  )
  reportImport({ report: answer, kind: 'credit records', seconds, view: null }, options, terminal)
}
