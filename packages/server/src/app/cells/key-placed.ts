import { Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { IssuedKey } from '../../gateway/acts/index.ts'
import { channel } from './places.ts'

/**
 * Home learns of a new key before the cell commits it, and so before an earlier key ends. A key that the cell then does not have is refused there,
 * as every unknown one. The place of the organization does not change meanwhile.
 */
export const placeKey = (
  home: pg.Pool,
  { organizationId, applicationId, apiKey }: IssuedKey,
  cell: string,
): Promise<void> =>
  inTransaction(home, async (client) => {
    await client.query('select from organizations where organization_id = $1 for share', [organizationId])
    const { rowCount } = await client.query(
      `insert into placed_keys (api_key, application_id, cell)
       select $1, $2, cell from placed_organizations where organization_id = $3 and cell = $4`,
      [apiKey, applicationId, organizationId, cell],
    )
    if (rowCount === 0)
      throw new Refusal(
        'overloaded',
        { retry_after: 5 },
        { detail: `the organization is not in the cell ${cell}` },
      )
    await client.query('select pg_notify($1, $2)', [channel, organizationId])
  })
