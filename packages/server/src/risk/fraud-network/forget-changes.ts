import type { Database } from '@nani/foundation/storage/index.ts'

const retentionMs = 30 * 86_400_000

/** Deletes the changes past their retention. A reader that is further behind reads the whole network again. */
export const forgetNetworkChanges = async (pool: Database, nowMs: number): Promise<void> => {
  await pool.query(
    `with forgotten as (delete from fraud_network_changes where changed_at < $1 returning revision)
     update fraud_network_revision n set forgotten_through = f.last
     from (select max(revision) as last from forgotten) f where f.last > n.forgotten_through`,
    [new Date(nowMs - retentionMs)],
  )
}
