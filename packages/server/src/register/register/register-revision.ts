import type { Identifier } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { PoolClient } from 'pg'

/** The revision in a changed row: the next one, which its transaction sets. Writers run one after another. */
export const nextRevision = '(select revision + 1 from register_revision)'

/**
 * Counts a transaction that changed citizens or businesses. Its writers run one after another already, so it adds no
 * wait.
 */
export const countRegisterChange = async (client: PoolClient): Promise<void> => {
  await client.query('update register_revision set revision = revision + 1')
}

/** It increases with every change of a citizen or a business. */
export const readRegisterRevision = async (pool: Database): Promise<number> => {
  const { rows } = await pool.query<{ revision: number }>({
    name: 'register_revision',
    text: 'select revision from register_revision',
  })
  return rows[0]?.revision ?? 0
}

/** All identifiers of changed people and businesses: their own, and those of the documents of citizens. */
export type ChangedIdentities = Pick<Identifier, 'type' | 'value'>[]

/** The identities that changed after `revision`. Null if more than `most` citizens or businesses changed. */
export const changedIdentities = async (
  pool: Database,
  revision: number,
  most: number,
): Promise<ChangedIdentities | null> => {
  const [citizens, businesses] = await Promise.all([
    pool.query<{ svc_id: string; documents: { type: Identifier['type']; number: string }[] | null }>(
      'select svc_id, documents from citizens where changed_in > $1 limit $2',
      [revision, most + 1],
    ),
    pool.query<{ rccm: string | null; id_nat: string | null; nif: string | null }>(
      'select rccm, id_nat, nif from businesses where changed_in > $1 limit $2',
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
