import type { Identifier } from '@nani/contract'
import type { Pool, PoolClient } from 'pg'

/** What a row that changes notes: the revision that its transaction will have made. Writers take turns. */
export const nextRevision = '(SELECT revision + 1 FROM register_revision)'

/** Counts a transaction that changed citizens or businesses. Its writers take turns: nobody waits for it longer. */
export const countRegisterChange = async (client: PoolClient): Promise<void> => {
  await client.query('UPDATE register_revision SET revision = revision + 1')
}

type Database = Pick<Pool, 'query'>

/** Moves on with every change of a citizen or a business. */
export const readRegisterRevision = async (pool: Database): Promise<number> => {
  const { rows } = await pool.query<{ revision: number }>({
    name: 'register_revision',
    text: 'SELECT revision FROM register_revision',
  })
  return rows[0]?.revision ?? 0
}

/** All that leads to those who changed: their own identifiers, and of citizens those of their documents. */
export type ChangedIdentities = Pick<Identifier, 'type' | 'value'>[]

/** Whose rows changed after `revision`; null when they are more than `most`, of citizens or of businesses. */
export const changedIdentities = async (
  pool: Database,
  revision: number,
  most: number,
): Promise<ChangedIdentities | null> => {
  const [citizens, businesses] = await Promise.all([
    pool.query<{ svc_id: string; documents: { type: Identifier['type']; number: string }[] | null }>(
      'SELECT svc_id, documents FROM citizens WHERE changed_in > $1 LIMIT $2',
      [revision, most + 1],
    ),
    pool.query<{ rccm: string | null; id_nat: string | null; nif: string | null }>(
      'SELECT rccm, id_nat, nif FROM businesses WHERE changed_in > $1 LIMIT $2',
      [revision, most + 1],
    ),
  ])
  if (citizens.rows.length > most || businesses.rows.length > most) return null
  return [
    ...citizens.rows.flatMap(({ svc_id, documents }) => [
      { type: 'svc_id' as const, value: svc_id },
      ...(documents ?? []).map(({ type, number }) => ({ type, value: number })),
    ]),
    ...businesses.rows.flatMap((row) =>
      (['rccm', 'id_nat', 'nif'] as const).flatMap((type) =>
        row[type] === null ? [] : [{ type, value: row[type] }],
      ),
    ),
  ]
}
