import type { Scope } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ActCell, Places } from '../../../gateway/acts/index.ts'
import { requireInCell, requireInHome } from './organization-rows.ts'

type Needs = { pool: pg.Pool; places: Pick<Places<{ cell: ActCell }>, 'all'> }
type Ended = { organization_id: string; cell: string | null }

/** Of each database, so that no cell keeps the others waiting. The rest is taken in the next turn. */
const maxInTurn = 100

/**
 * Takes the scopes of ended subscriptions from the applications in the database that has them. It is safe to repeat: until the row of
 * home is deleted, the scope is not subscribed, so that no one selects it. A cell that is away is asked again later.
 */
export const endScopes = async ({ pool, places }: Needs, only: string | null = null): Promise<void> => {
  const { rows } = await pool.query<Ended>(
    `select organization_id, cell from (
       select organization_id, p.cell, row_number() over (partition by p.cell order by random()) as turn
       from (select distinct organization_id from ended_subscriptions
         where $1::text is null or organization_id = $1) e left join placed_organizations p using (organization_id)
     ) listed where turn <= $2`,
    [only, maxInTurn],
  )
  const failures: unknown[] = []
  const endEach = async (name: string | null, ended: Ended[]): Promise<void> => {
    for (const { organization_id: id } of ended) {
      // It may be away since the last one.
      const cell = name === null ? null : places.all().find((place) => place.name === name)?.cell?.cell
      if (cell !== undefined) await endIn(pool, cell, id).catch((error) => failures.push(error))
    }
  }
  // A cell that hangs does not delay the others.
  await Promise.all([...Map.groupBy(rows, ({ cell }) => cell)].map(([name, ended]) => endEach(name, ended)))
  if (failures.length > 0) throw failures[0]
}

/** What ended is read within the turn: meanwhile, another process may have taken it, and the scope may be selected again. */
const endIn = async (pool: pg.Pool, cell: ActCell | null, id: string): Promise<void> => {
  const take = async (client: pg.PoolClient, home: Database): Promise<EndedScope[]> => {
    // It may have moved since its place was read.
    await (cell ? requireInCell : requireInHome)(client, id)
    const ended = await readEnded(home, id, cell?.name ?? null)
    await removeEnded(client, id, ended)
    return ended
  }
  const ended = cell
    ? await cell.transaction((client) => take(client, pool), id)
    : await inTransaction(pool, (client) => take(client, client))
  await pool.query(
    `delete from ended_subscriptions e using unnest($2::text[], $3::timestamptz[]) as done(scope, ended_at)
     where e.organization_id = $1 and e.scope = done.scope and e.ended_at = done.ended_at`,
    [id, ended.map(({ scope }) => scope), ended.map(({ ended_at }) => ended_at)],
  )
}

/** `is_subscribed`: a process of the release before, which does not know the table, has subscribed the scope again. */
type EndedScope = { scope: Scope; ended_at: string; is_subscribed: boolean }

/** None where the organization has another place. */
const readEnded = async (home: Database, id: string, cell: string | null): Promise<EndedScope[]> => {
  const { rows } = await home.query<EndedScope>(
    `select scope, ended_at::text, exists (
       select from organization_subscriptions s where s.organization_id = e.organization_id and s.scope = e.scope
     ) as is_subscribed
     from ended_subscriptions e left join placed_organizations p using (organization_id)
     where e.organization_id = $1 and p.cell is not distinct from $2`,
    [id, cell],
  )
  return rows
}

const removeEnded = (client: pg.PoolClient, id: string, ended: readonly EndedScope[]): Promise<void> =>
  removeScopes(
    client,
    id,
    ended.flatMap(({ scope, is_subscribed }) => (is_subscribed ? [] : [scope])),
  )

export const stillEnding = (): Refusal =>
  new Refusal('overloaded', { retry_after: 5 }, { detail: 'the earlier subscription still ends in the cell' })

const without = (column: string) =>
  `array(select scope from unnest(${column}) with ordinality as one(scope, place) where scope <> all($2) order by place)`

export const removeScopes = async (
  client: pg.PoolClient,
  organizationId: string,
  ended: readonly Scope[],
): Promise<void> => {
  const { rows } = await client.query<{ application_id: string }>(
    `update applications set scopes = ${without('scopes')}, version = version + 1,
       selected_scopes = ${without('coalesce(selected_scopes, scopes)')}, approved_scopes = ${without('approved_scopes')}
     where organization_id = $1 and (scopes && $2 or selected_scopes && $2 or approved_scopes && $2)
     returning application_id`,
    [organizationId, ended],
  )
  for (const { application_id } of rows) await announceChange(client, application_id)
}
