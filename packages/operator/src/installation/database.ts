import { printJson, type Terminal } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  destinationOf,
  type InstallationUrls,
  missingText,
  prepareSchema,
  registerDestination,
  requireOwnRegister,
  schemaState,
} from '@nani/foundation/platform/index.ts'
import {
  allPlaces,
  buildQueueIndexes,
  openPool,
  type Place,
  placesOfHome,
  placesOfRegister,
  proveConnection,
} from '@nani/foundation/storage/index.ts'
import type { OperatorOptions } from '../command-line/operator-command.ts'
import { locate, withDatabases } from './installation.ts'

const maxBuildMs = 60_000

/** `nani database migrate`. It needs no master key, because a migration does not read the data. */
export const migrateDatabase = async (
  options: OperatorOptions & { check?: boolean },
  terminal: Terminal,
): Promise<void> => {
  const report = await onOwnerDatabases(terminal, async (home, register) => {
    // Home is last: a release that finds its schema there finds that of the register too.
    const ofRegister = register && (await migrateOne(register, placesOfRegister, options))
    const ofHome = await migrateOne(home, register ? placesOfHome : allPlaces, options)
    const both = ofRegister ? [ofRegister, ofHome] : [ofHome]
    return {
      applied: [...new Set(both.flatMap(({ applied }) => applied))],
      current: both.every(({ current }) => current),
      pending: [...new Set(both.flatMap(({ pending }) => pending))],
    }
  })
  const { current, pending, applied } = report
  if (!current)
    throw new Refusal('schema_behind', `The schema is behind. It does not have ${missingText(pending)}.`, {
      context: options.json ? report : {},
    })
  if (options.json) printJson(terminal, report)
  else terminal.out(applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'The schema is current.\n')
}

const migrateOne = async (pool: Pool, places: readonly Place[], { check }: { check?: boolean }) => {
  const applied = check ? [] : await prepareSchema(pool, places)
  if (!check && !(await buildQueueIndexes(pool, maxBuildMs)))
    throw new Refusal('index_not_built', 'The schema is current, but an index of the queue is not built yet.')
  return { applied, ...(await schemaState(pool)) }
}

type Pool = ReturnType<typeof openPool>

/** Runs `use` on the database of the installation as the owner of its schema, and on that of a register of its own. */
export const onOwnerDatabases = async <Answer>(
  terminal: Terminal,
  use: (home: Pool, register: Pool | null) => Promise<Answer>,
): Promise<Answer> => {
  const config = locate(terminal)
  const opened: Pool[] = []
  const openOwner = async (url: string, destination: ReturnType<typeof destinationOf>): Promise<Pool> => {
    const pool = openPool(url, { maxConnections: 2, statementTimeoutMs: 15_000, onError: () => {} })
    opened.push(pool)
    await proveConnection(pool, url, destination)
    return pool
  }
  const onUrls = async ({ owner, register }: InstallationUrls) => {
    try {
      const home = await openOwner(owner, destinationOf(config, 'owner'))
      const ofRegister = register
        ? await openOwner(register.owner, registerDestination(register.owner))
        : null
      await requireOwnRegister(home, ofRegister)
      return await use(home, ofRegister)
    } finally {
      for (const pool of opened) await pool.end()
    }
  }
  return await withDatabases(config, onUrls)
}
