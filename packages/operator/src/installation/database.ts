import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { distributeRegister, migrateDatabases, missingText } from '@nani/foundation/platform/index.ts'
import { distributionStatements } from '@nani/foundation/storage/index.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate } from './installation.ts'

/** `nani database migrate`. It needs no master key, because a migration does not read the data. */
export const migrateDatabase = async (
  options: OperatorOptions & { check?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const report = await migrateDatabases(locate(terminal), options.check === true)
  const { current, pending, applied } = report
  if (!current)
    throw new Refusal('schema_behind', `The schema is behind. It does not have ${missingText(pending)}.`, {
      context: options.json ? report : {},
    })
  if (options.json) printJson(terminal, report)
  else terminal.out(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is current.\n')
}

/** `nani database distribute`. */
export const distributeDatabase = async (
  options: OperatorOptions & { print?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const statements = distributionStatements()
  if (!options.print) await distributeRegister(locate(terminal))
  if (options.json) printJson(terminal, { statements, executed: !options.print })
  else if (options.print) terminal.out(`${statements.join(';\n')};\n`)
  else terminal.out(`${statements.length} tables of the register are distributed.\n`)
}
