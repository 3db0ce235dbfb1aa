import type pg from 'pg'
import { invalidSetting } from '../../core/index.ts'

/** A position in the log of the primary, and a time before which everything committed is in front of it. */
type Position = { atMs: number; bytes: number }

const maxPositions = 240
const compareTimeoutMs = 1_000

/** A second server could be promoted, or be a copy of another database: its data would not be ours. */
const identityOf = `system_identifier::text || '/' || current_database() as identity from pg_control_system()`
const primaryState = `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as bytes, ${identityOf}`
const replicaState = `
  select pg_is_in_recovery() as is_standby, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as bytes, ${identityOf}`

type PrimaryState = { bytes: number; identity: string }
type ReplicaState = { is_standby: boolean; bytes: number | null; identity: string }

/**
 * Whether a replica has everything that was committed until `maxLagMs` ago. The positions of the primary prove it, at
 * our times: a replica that lost its primary would itself measure no lag.
 */
export const createFreshness = (
  primary: pg.Pool,
  replica: pg.Pool,
  { maxLagMs, monotonicMs }: { maxLagMs: number; monotonicMs(): number },
) => {
  let positions: Position[] = []
  /** Everything that was committed before this time is on the replica. */
  let replayedMs = Number.NEGATIVE_INFINITY
  let ends = 0
  const end = (): void => {
    replayedMs = Number.NEGATIVE_INFINITY
    ends++
  }
  const readBoth = async (): Promise<[PrimaryState, ReplicaState]> => {
    try {
      const both = await Promise.all([
        read<PrimaryState>(primary, primaryState),
        read<ReplicaState>(replica, replicaState),
      ])
      requireStandby(...both)
      return both
    } catch (error) {
      end()
      throw error
    }
  }

  return {
    isFresh: (): boolean => monotonicMs() - replayedMs <= maxLagMs,
    /** Until the next comparison that begins after it and succeeds, the replica is not fresh. */
    end,
    async compare(): Promise<void> {
      const atMs = monotonicMs()
      const endsBefore = ends
      const [ofPrimary, ofReplica] = await readBoth()
      if (ends !== endsBefore) return
      positions = [...positions, { atMs, bytes: ofPrimary.bytes }].slice(-maxPositions)
      const replayed = positions.filter(({ bytes }) => bytes <= (ofReplica.bytes ?? -1))
      const last = replayed.at(-1)
      if (!last) return
      replayedMs = last.atMs
      positions = positions.filter(({ atMs: other }) => other >= last.atMs)
    },
  }
}

const read = async <State extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<State> => {
  const { rows } = await pool.query<State>({ text, query_timeout: compareTimeoutMs } as pg.QueryConfig)
  return rows[0] as State
}

const requireStandby = (primary: PrimaryState, replica: ReplicaState): void => {
  if (primary.identity !== replica.identity)
    throw invalidSetting('NANI_REPLICA_DATABASE_URL names a copy of another database.')
  if (!replica.is_standby)
    throw invalidSetting('NANI_REPLICA_DATABASE_URL names a server that is no standby.')
}
