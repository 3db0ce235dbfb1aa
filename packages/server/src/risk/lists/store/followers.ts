import type { Database } from '@nani/foundation/storage/index.ts'

/** A process with an older announcement has ended without notice, so no import waits for it. */
const staleAfterSeconds = 15
/** Rows of such processes are deleted after this time. */
const forgottenAfterHours = 1

/** A process that screens, and the change that its index has reached. */
export type ListFollower = { processId: string; name: string; startedAt: Date; listChange: number }

/** Announces this process and the change that its index has reached, 0 before loading. The change never goes back. */
export const announceFollower = async (
  database: Database,
  { processId, name, listChange }: Omit<ListFollower, 'startedAt'>,
): Promise<void> => {
  await database.query({
    name: 'announce list follower',
    text: `insert into list_followers as known (process_id, name, list_change) values ($1, $2, $3)
      on conflict (process_id) do update
        set seen_at = now(), list_change = greatest(known.list_change, excluded.list_change)`,
    values: [processId, name, listChange],
  })
}

/** Removes a process that ends, and processes that ended without notice long ago. */
export const forgetFollower = async (database: Database, processId: string): Promise<void> => {
  await database.query(
    'delete from list_followers where process_id = $1 or seen_at < now() - make_interval(hours => $2)',
    [processId, forgottenAfterHours],
  )
}

export const readFollowers = async (database: Database): Promise<ListFollower[]> => {
  const { rows } = await database.query<{
    process_id: string
    name: string
    started_at: Date
    list_change: number
  }>(
    `select process_id, name, started_at, list_change from list_followers
     where seen_at > now() - make_interval(secs => $1) order by started_at, process_id`,
    [staleAfterSeconds],
  )
  return rows.map((row) => ({
    processId: row.process_id,
    name: row.name,
    startedAt: row.started_at,
    listChange: row.list_change,
  }))
}
