import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { Refusal } from '../core/index.ts'

/**
 * Home and a register of its own have one identity, which the first start gives to both. A start without the setting, or with the
 * register of another installation, would find no people, or strangers.
 */
export const requireOwnRegister = async (home: pg.Pool, register: pg.Pool | null): Promise<void> => {
  const known = await readIdentity(home)
  if (register === null) {
    if (known === null) return
    throw elsewhere('The register of this installation has a database of its own, which is not named.')
  }
  const found = await readIdentity(register)
  // A start that ended in between gave it to home alone.
  const isComing = known === null || !known.is_paired
  if (found !== null ? found.identity !== known?.identity : !isComing)
    throw elsewhere('The database of NANI_REGISTER_DATABASE_URL is not the register of this installation.')
  if (!isComing) return
  const { rowCount } = await home.query(
    'select from (select from citizens union all select from businesses) people limit 1',
  )
  if (rowCount !== 0)
    throw elsewhere(
      'The people of the register are in the database of DATABASE_URL, and not in the one of NANI_REGISTER_DATABASE_URL.',
    )
  // Of two starts at once, the first one names it.
  await insertIdentity(home, randomUUID())
  const given = await readIdentity(home)
  if (given) await insertIdentity(register, given.identity)
  await home.query('update register_identity set is_paired = true')
}

type Identity = { identity: string; is_paired: boolean }

const readIdentity = async (pool: pg.Pool): Promise<Identity | null> => {
  const { rows } = await pool.query<Identity>('select identity::text, is_paired from register_identity')
  return rows[0] ?? null
}

const insertIdentity = async (pool: pg.Pool, identity: string): Promise<void> => {
  await pool.query('insert into register_identity (identity) values ($1) on conflict do nothing', [identity])
}

const elsewhere = (message: string): Refusal => new Refusal('register_elsewhere', message)
