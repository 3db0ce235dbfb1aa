import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { requireInstallation } from '@nani/foundation/platform/index.ts'
import { distributionStatements } from '@nani/foundation/storage/index.ts'
import { onOwnerDatabase } from './database.ts'
import type { OperatorOptions } from './operator-command.ts'

/** `nani database distribute`: distributes a schema that is current on a coordinator with Citus. Safe to repeat. */
export const distributeDatabase = async (
  options: OperatorOptions & { print?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const statements = distributionStatements()
  if (!options.print) {
    await onOwnerDatabase(terminal, async (pool) => {
      await requireInstallation(pool)
      const { rowCount } = await pool.query(`select from pg_extension where extname = 'citus'`)
      if (rowCount === 0)
        throw new Refusal(
          'citus_missing',
          'The database is not a coordinator of Citus: the extension citus is not installed.',
        )
      for (const statement of statements) await pool.query(statement)
    })
  }
  if (options.json) printJson(terminal, { statements, executed: !options.print })
  else if (options.print) terminal.out(`${statements.join(';\n')};\n`)
  else terminal.out(`Distributed ${statements.length} tables.\n`)
}
