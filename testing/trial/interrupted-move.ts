import type pg from 'pg'

type Pools = { home: pg.Pool; cell: pg.Pool }

/**
 * As if the command that moved an organization home had been killed before home named the new place. Another organization has moved on
 * since its command was killed, and is in home. Of two there are copies in the cell that are older than a day. One has an open fence.
 */
export const interruptMove = async ({ home, cell }: Pools): Promise<void> => {
  await cell.query(`update move_fences set moved_at = now() - interval '1 hour', completed_at = null`)
  await home.query(`insert into placed_organizations values ('org_later', 'north', now())`)
  await cell.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command, moved_at)
     values ('org_home', '{}', 'south', now(), gen_random_uuid(), now() - interval '1 hour')`,
  )
  await cell.query(
    `insert into moved_rows select id, 'arriving', 'results', '', '{}', now() - interval '25 hours'
     from unnest(array['org_home', 'org_cell']) id`,
  )
  await home.query(
    `insert into move_fences (organization_id, application_ids, target, begun_at, command)
     values ('org_cell', '{}', 'north', now(), gen_random_uuid())`,
  )
}

/** The organizations that have copies in the cell, and those whose interrupted move the system ended. */
export const afterMoves = async ({ home, cell }: Pools): Promise<{ copies: string[]; ends: string[] }> => {
  const copies = await cell.query<{ id: string }>(
    `select organization_id as id from moved_rows where state = 'arriving'`,
  )
  const ends = await home.query<{ id: string }>(
    `select subject as id from acts where action = 'organizations.complete_move' and actor_kind = 'system' order by 1`,
  )
  return { copies: copies.rows.map(({ id }) => id), ends: ends.rows.map(({ id }) => id) }
}
