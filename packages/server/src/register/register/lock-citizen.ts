import type { PoolClient } from 'pg'
import { citizenColumns, citizenOfRow } from './citizen-row.ts'
import type { Citizen } from './register.ts'

/** A citizen of the production register, locked until the transaction ends, with the revision of the last change. */
export const lockCitizen = async (
  client: PoolClient,
  svcId: string,
): Promise<{ citizen: Citizen; revision: number } | null> => {
  const { rows } = await client.query<unknown[]>({
    rowMode: 'array',
    text: `select ${citizenColumns.join(', ')}, changed_in from citizens where svc_id = $1 and in_production for update`,
    values: [svcId],
  })
  const [row] = rows
  return row ? { citizen: citizenOfRow(row), revision: Number(row.at(-1)) } : null
}
