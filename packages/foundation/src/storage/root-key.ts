import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { type Random, Refusal } from '../core/index.ts'
import { createVault, type Vault } from './vault.ts'

/*
 * All stored values are sealed under keys derived from the root key. Only the root key is sealed under the master
 * key. To change the master key, 32 bytes are sealed again (ADR 7).
 */
const secretName = 'root_key'
const vaultOf = (masterKey: Buffer, random: Random): Vault => createVault(masterKey, 'root-key', random)

/** Whether something is sealed in this database, so that a new master key could not open it. */
export const isSealed = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from installation_secrets where name in ($1, 'master_key_check') limit 1`,
    [secretName],
  )
  return rowCount !== 0
}

/** The root key of this database, made on first start. Throws a Refusal when the master key is another's. */
export const openRootKey = async (pool: pg.Pool, masterKey: Buffer, random: Random): Promise<Buffer> => {
  const vault = vaultOf(masterKey, random)
  const first = (await sealedBefore(pool, masterKey, random)) ? masterKey : randomBytes(32)
  // The first process that writes one decides. Nothing that serves calls may change it afterwards.
  await pool.query(
    'insert into installation_secrets (name, sealed, created_at) values ($1, $2, now()) on conflict do nothing',
    [secretName, vault.seal(first, secretName)],
  )
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed from installation_secrets where name = $1',
    [secretName],
  )
  return open(vault, (rows[0] as { sealed: Buffer }).sealed, secretName)
}

/** Until there were root keys the master key was one, and this text proved that it was the right one. */
const sealedBefore = async (pool: pg.Pool, masterKey: Buffer, random: Random): Promise<boolean> => {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `select sealed from installation_secrets c where name = 'master_key_check'
       and not exists (select from installation_secrets r where r.name = $1)`,
    [secretName],
  )
  if (rows[0]) open(createVault(masterKey, 'check', random), rows[0].sealed, 'check')
  return rows[0] !== undefined
}

const open = (vault: Vault, sealed: Buffer, context: string): Buffer => {
  try {
    return vault.open(sealed, context)
  } catch {
    throw new Refusal('master_key_wrong', 'This database was encrypted under another master key.')
  }
}

/**
 * Seals the root key under `newMasterKey` and nothing else: the earlier master key opens this database no more.
 * Processes that run go on; they need the new key at their next start. Needs the owner of the schema.
 */
export const sealRootKey = async (
  owner: Pick<pg.ClientBase, 'query'>,
  rootKey: Buffer,
  newMasterKey: Buffer,
  random: Random,
): Promise<void> => {
  // One statement: there is no moment in which no key opens the database, or both do.
  await owner.query(
    `with sealed as (
       update installation_secrets set sealed = $2, created_at = now() where name = $1
     )
     delete from installation_secrets where name in ('master_key_check', 'wrapped_master_key')`,
    [secretName, vaultOf(newMasterKey, random).seal(rootKey, secretName)],
  )
}
