import type pg from 'pg'
import { Refusal } from '../core/index.ts'
import {
  allPlaces,
  createQueueSchema,
  grantToApp,
  hasSchema,
  isQueueSchemaCurrent,
  migrate,
  type Place,
  pendingMigrations,
} from '../storage/index.ts'

/**
 * Brings the schema up to date, with the rights on the tables of these places. Returns the names of the migrations that it
 * applied.
 */
export const prepareSchema = async (
  ownerPool: pg.Pool,
  places: readonly Place[] = allPlaces,
): Promise<string[]> => {
  const applied = await migrate(ownerPool)
  await createQueueSchema(ownerPool)
  await grantToApp(ownerPool, places)
  return applied
}

/** Whether the schema is current, and the migrations that are missing. Changes nothing. */
export const schemaState = async (ownerPool: pg.Pool): Promise<{ current: boolean; pending: string[] }> => {
  const pending = await pendingMigrations(ownerPool)
  return { current: pending.length === 0 && (await isQueueSchemaCurrent(ownerPool)), pending }
}

export const requireCurrentSchema = async (ownerPool: pg.Pool, why: string): Promise<void> => {
  const { current, pending } = await schemaState(ownerPool)
  if (current) return
  throw new Refusal(
    'schema_behind',
    `The schema of the database is behind, and ${why}. It does not have ${missingText(pending)}.`,
  )
}

/** What a schema that is behind does not have, in a few words. */
export const missingText = (pending: readonly string[]): string => {
  const [first, ...others] = pending
  if (first === undefined) return 'the schema of the queue'
  return others.length === 0 ? first : `${pending.length} migrations, the first of which is ${first}`
}

/** Only a start creates an installation, so that a command at a wrong place does not find an empty register. */
export const requireInstallation = async (ownerPool: pg.Pool): Promise<void> => {
  if (await hasSchema(ownerPool)) return
  throw new Refusal('installation_not_found', 'The database contains no installation.')
}
