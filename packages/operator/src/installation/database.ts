import { list, printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { distributeRegister, migrateDatabases, missingText } from '@nani/foundation/platform/index.ts'
import { distributionStatements } from '@nani/foundation/storage/index.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate } from './installation.ts'

/** `nani database migrate`. With cells it needs the master key, because their URLs are sealed. Otherwise it reads no data. */
export const migrateDatabase = async (
  options: OperatorOptions & { check?: boolean; without?: string },
  terminal: Terminal,
): Promise<void> => {
  const config = locate(terminal)
  const { openCellsToMigrate } = await import('@nani/server/app/cells/index.ts')
  const leftOut = list(options.without ?? '')
  const report = await migrateDatabases(config, options.check === true, (home) =>
    openCellsToMigrate(config, home, leftOut),
  )
  const { current, pending, applied, cells = {} } = report
  const behind = Object.keys(cells).filter((name) => !cells[name]?.current)
  const ofCells = behind.length === 0 ? '' : ` Cells that are behind: ${behind.join(', ')}.`
  if (!current)
    throw new Refusal(
      'schema_behind',
      `The schema is behind. It does not have ${missingText(pending)}.${ofCells}`,
      { context: options.json ? report : {} },
    )
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
