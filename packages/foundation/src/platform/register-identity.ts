import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { invalidSetting, Refusal } from '../core/index.ts'
import { inTransaction, isSealed } from '../storage/index.ts'

/**
 * Home and a register of its own have one identity, which the first start gives to both. A start without the setting, or with the
 * register of another installation, would find no people, or strangers. It reads alone, because the caller has not changed the
 * databases yet: a migration and its rights would harm the other installation.
 */
export const requireOwnRegister = async (home: pg.Pool, register: pg.Pool | null): Promise<void> => {
  const known = await readIdentity(home)
  if (register === null) {
    if (known === null) return
    throw elsewhere('The register of this installation has a database of its own, which is not named.')
  }
  await requireOtherDatabase(home, register)
  const found = await readIdentity(register)
  if (await isInstallation(register)) throw notOwn()
  const isComing = isUnpaired(known)
  if (found !== null ? found.identity !== known?.identity : !isComing) throw notOwn()
  if (!isComing) return
  if (await hasPeople(home))
    throw elsewhere(
      'The people of the register are in the database of DATABASE_URL, and not in the one of NANI_REGISTER_DATABASE_URL.',
    )
  // After a restore, home is an installation too. A new one has no people.
  if (!(await isInstallation(home)) && (await hasPeople(register))) throw notOwn()
}

/** Gives one identity to home and to its register, where `requireOwnRegister` accepted both and their schema is current. */
export const pairRegister = async (home: pg.Pool, register: pg.Pool): Promise<void> => {
  if (!isUnpaired(await readIdentity(home))) return
  // Of two starts at once, the first one names it.
  await insertIdentity(home, randomUUID())
  const given = await readIdentity(home)
  if (given) await insertIdentity(register, given.identity)
  if ((await readIdentity(register))?.identity !== given?.identity) throw notOwn()
  await home.query('update register_identity set is_paired = true')
}

/** Before a restore. A database with a root key, an identity or people belongs to an installation. It reads alone. */
export const requireUnusedRegister = async (home: pg.Pool, register: pg.Pool): Promise<void> => {
  await requireOtherDatabase(home, register)
  if (await belongsToInstallation(register))
    throw new Refusal(
      'installation_exists',
      'The database of the register belongs to an installation already.',
    )
}

/** Each of the two would take the rights that the other one needs. */
const requireOtherDatabase = async (home: pg.Pool, register: pg.Pool): Promise<void> => {
  if (await isSameDatabase(home, register))
    throw invalidSetting('NANI_REGISTER_DATABASE_URL names the database of DATABASE_URL. Name another one.')
}

/** Two addresses may name one database. */
export const isSameDatabase = async (home: pg.Pool, other: pg.Pool): Promise<boolean> => {
  // A lock under a number that no one else has: it is not free in the database that holds it.
  const number = randomBytes(8).readBigInt64LE().toString()
  const isFree = await inTransaction(home, async (client) => {
    await client.query('select pg_advisory_xact_lock($1::bigint)', [number])
    const { rows } = await other.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1::bigint) as free',
      [number],
    )
    return rows[0]?.free
  })
  return !isFree
}

/** Whether a database belongs to an installation: it has a root key, people or the identity of a register. It reads alone. */
export const belongsToInstallation = async (pool: pg.Pool): Promise<boolean> =>
  (await isInstallation(pool)) || (await readIdentity(pool)) !== null || (await hasPeople(pool))

/** False where an older release has no such table, and where the login has no right to it, as on another register. */
const mayRead = async (pool: pg.Pool, table: string): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean | null }>(
    `select has_table_privilege(to_regclass($1), 'select') as may`,
    [table],
  )
  return rows[0]?.may === true
}

/** Whether a root key is in the database. That of a register of its own has none. */
const isInstallation = async (pool: pg.Pool): Promise<boolean> =>
  (await mayRead(pool, 'installation_secrets')) && (await isSealed(pool))

const hasPeople = async (pool: pg.Pool): Promise<boolean> => {
  const first = {
    citizens: 'select from citizens limit 1',
    businesses: 'select from businesses limit 1',
  }
  for (const [table, text] of Object.entries(first))
    if ((await mayRead(pool, table)) && (await pool.query(text)).rowCount !== 0) return true
  return false
}

type Identity = { identity: string; is_paired: boolean }

/** A start that ended in between gave the identity to home alone. */
const isUnpaired = (known: Identity | null): boolean => known === null || !known.is_paired

const readIdentity = async (pool: pg.Pool): Promise<Identity | null> => {
  if (!(await mayRead(pool, 'register_identity'))) return null
  const { rows } = await pool.query<Identity>('select identity::text, is_paired from register_identity')
  return rows[0] ?? null
}

const insertIdentity = async (pool: pg.Pool, identity: string): Promise<void> => {
  await pool.query('insert into register_identity (identity) values ($1) on conflict do nothing', [identity])
}

const notOwn = (): Refusal =>
  elsewhere('The database of NANI_REGISTER_DATABASE_URL is not the register of this installation.')
const elsewhere = (message: string): Refusal => new Refusal('register_elsewhere', message)
