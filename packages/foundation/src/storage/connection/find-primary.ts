import { Refusal, singleFlight } from '../../core/index.ts'
import { ServerClient } from './server-client.ts'

const probeMs = 2_000

/** The server of several that accepts writes, and how a connection learns that it changed. */
export type PrimaryFinder = {
  /** The URL of the primary: the one that is known, or the one that is found now. */
  find(): Promise<string>
  /** The server failed or does not accept writes. The next `find` asks all servers. */
  forget(): void
}

type Probe = { server: string; timeline: number }

/**
 * PostgreSQL counts its timeline up at each promotion. A primary that was replaced, and returns, has a lower one. It
 * accepts writes that the others do not have, so it is never used again.
 */
export const findPrimaryAmong = (servers: readonly string[]): PrimaryFinder => {
  let known: string | null = null
  let highestTimeline = 0

  const search = singleFlight(async (): Promise<string> => {
    const outcomes = await Promise.allSettled(servers.map(probe))
    const primaries = outcomes
      .flatMap((outcome) => (outcome.status === 'fulfilled' && outcome.value !== null ? [outcome.value] : []))
      .sort((one, other) => other.timeline - one.timeline)
    const [primary] = primaries
    if (!primary || primary.timeline < highestTimeline) throw noPrimary(outcomes, primaries.length > 0)
    highestTimeline = primary.timeline
    known = primary.server
    return primary.server
  })

  return {
    find: async () => known ?? (await search()),
    forget: () => {
      known = null
    },
  }
}

/** Null for a server that accepts no writes. */
const probe = async (server: string): Promise<Probe | null> => {
  const client = new ServerClient({
    connectionString: server,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: 'nani probe',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(
      `select case when not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'
         then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`,
    )
    const timeline = rows[0]?.timeline ?? null
    return timeline === null ? null : { server, timeline: Number.parseInt(timeline, 16) }
  } finally {
    await client.end().catch(() => {})
  }
}

const noPrimary = (outcomes: PromiseSettledResult<unknown>[], onlyReplaced: boolean): unknown => {
  const answered = outcomes.filter(({ status }) => status === 'fulfilled').length
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // What a server said is of more use than that another one is away.
  const said = reasons.find((reason) => reason instanceof Error && !('syscall' in reason))
  if (answered === 0 && reasons.length > 0) return said ?? reasons[0]
  const which = onlyReplaced ? 'only a replaced primary answers' : 'those that answer are standbys'
  return new Refusal(
    'database_not_writable',
    `None of the ${outcomes.length} servers of the database may be written to: ${which}.`,
  )
}
