import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { requireInstallation } from '@nani/foundation/platform/index.ts'
import { clientLike, distributionStatements, undistributedTables } from '@nani/foundation/storage/index.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { onOwnerDatabases } from './database.ts'

/** `nani database distribute`: distributes the register of a current schema on a coordinator with Citus. Safe to repeat. */
export const distributeDatabase = async (
  options: OperatorOptions & { print?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const statements = distributionStatements()
  if (!options.print) {
    await onOwnerDatabases(terminal, async (home, register) => {
      const pool = register ?? home
      await requireInstallation(pool)
      const { rowCount } = await pool.query(`select from pg_extension where extname = 'citus'`)
      if (rowCount === 0)
        throw new Refusal(
          'citus_missing',
          'The database is not a coordinator of Citus: the extension citus is not installed.',
        )
      // The rows of a whole country are moved in one statement.
      const client = clientLike(pool, { statement_timeout: 0, query_timeout: 0 })
      await client.connect()
      try {
        for (const statement of statements) await client.query(statement)
      } finally {
        await client.end()
      }
      const wrong = await undistributedTables(pool)
      if (wrong.length > 0)
        throw new Refusal('tables_not_distributed', `Citus did not distribute ${wrong.join(', ')}.`)
    })
  }
  if (options.json) printJson(terminal, { statements, executed: !options.print })
  else if (options.print) terminal.out(`${statements.join(';\n')};\n`)
  else terminal.out(`${statements.length} tables of the register are distributed.\n`)
}
