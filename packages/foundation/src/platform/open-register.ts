import type pg from 'pg'
import { Refusal } from '../core/index.ts'
import {
  appRole,
  type DatabaseUrls,
  type Destination,
  databaseFailure,
  mayChangeSchema,
  mayTakeAppRole,
  openPool,
  placeOf,
  placesOfRegister,
  proveConnection,
} from '../storage/index.ts'
import { requireOwnRegister } from './register-identity.ts'
import { prepareSchema, requireCurrentSchema } from './schema.ts'
import type { InstallationSettings } from './settings.ts'

const maxOwnerConnections = 2

/** `isAway`: it could not be reached, and the caller accepts that. */
export type OpenRegister = { pool: pg.Pool; ownerPool: pg.Pool; isAway: boolean; close(): Promise<void> }

type Opening = {
  home: pg.Pool
  mayBeAway: boolean
  statementTimeoutMs: number
  onError(error: Error): void
}

/** The register in a database of its own: its schema is brought up to date, and calls may use its tables alone. */
export const openRegister = async (
  { migrate, maxConnections }: Pick<InstallationSettings, 'migrate' | 'maxConnections'>,
  urls: DatabaseUrls,
  { home, mayBeAway, ...options }: Opening,
): Promise<OpenRegister> => {
  const ownerPool = openPool(urls.owner, { ...options, maxConnections: maxOwnerConnections })
  let pool: pg.Pool | null = null
  const close = async () => {
    await Promise.all([pool?.end(), ownerPool.end()])
  }
  try {
    await proveConnection(ownerPool, urls.owner, registerDestination(urls.owner))
    await requireOwnRegister(home, ownerPool)
    if (migrate && (await mayChangeSchema(ownerPool))) await prepareSchema(ownerPool, placesOfRegister)
    else await requireCurrentSchema(ownerPool, 'this start may not change the database of the register')
    pool = openPool(urls.app, {
      ...options,
      maxConnections,
      role: urls.app === urls.owner && (await mayTakeAppRole(ownerPool)) ? appRole : undefined,
    })
    if (urls.app !== urls.owner) await proveConnection(pool, urls.app, registerDestination(urls.app))
    return { pool, ownerPool, isAway: false, close }
  } catch (error) {
    const failure = databaseFailure(error, registerDestination(urls.owner)) ?? error
    if (mayBeAway && failure instanceof Refusal && failure.code === 'database_unreachable')
      return { pool: pool ?? ownerPool, ownerPool, isAway: true, close }
    await close()
    throw failure
  }
}

/** How messages name the database of the register. */
export const registerDestination = (url: string): Destination => ({
  variable: 'NANI_REGISTER_DATABASE_URL',
  place: placeOf(url),
})
