import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { withInstallationDatabase } from '@nani/foundation/embedded-postgres/index.ts'
import {
  type DatabaseUrls,
  databaseUrls,
  destinationOf,
  missingText,
  prepareSchema,
  schemaState,
} from '@nani/foundation/platform/index.ts'
import { buildQueueIndexes, openPool, proveConnection } from '@nani/foundation/storage/index.ts'
import { locate } from './installation.ts'
import type { OperatorOptions } from './operator-command.ts'

const maxBuildMs = 60_000

/** `nani database migrate`. It needs no master key, because a migration does not read the data. */
export const migrateDatabase = async (
  options: OperatorOptions & { check?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const report = await onOwnerDatabase(terminal, async (pool) => {
    const applied = options.check ? [] : await prepareSchema(pool)
    if (!options.check && !(await buildQueueIndexes(pool, maxBuildMs)))
      throw new Refusal(
        'index_not_built',
        'The schema is current, but an index of the queue is not built yet.',
      )
    return { applied, ...(await schemaState(pool)) }
  })
  const { current, pending, applied } = report
  if (!current)
    throw new Refusal('schema_behind', `The schema is behind. It does not have ${missingText(pending)}.`, {
      context: options.json ? report : {},
    })
  if (options.json) printJson(terminal, report)
  else terminal.out(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is current.\n')
}

/** Runs `use` on the database of the installation as the owner of its schema. */
export const onOwnerDatabase = async <Answer>(
  terminal: Terminal,
  use: (pool: ReturnType<typeof openPool>) => Promise<Answer>,
): Promise<Answer> => {
  const config = locate(terminal)
  const onUrls = async ({ owner }: DatabaseUrls) => {
    const pool = openPool(owner, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
    try {
      await proveConnection(pool, owner, destinationOf(config, 'owner'))
      return await use(pool)
    } finally {
      await pool.end()
    }
  }
  const urls = databaseUrls(config)
  return urls ? await onUrls(urls) : await withInstallationDatabase(config.dataDir, onUrls)
}
