import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { trailingRun } from '../../core/index.ts'
import { listenTo } from '../../storage/index.ts'

const channel = 'nani_deliveries'
// The payload of a notification has less than 8,000 bytes.
const maxIds = 150
const betweenAnnouncementsMs = 20

/**
 * Announces to the dispatchers of all processes that deliveries of these applications are due. PostgreSQL serializes
 * transactions with a notification at their commit. So this is a transaction of its own, after the one with the event,
 * and it does not wait for the disk. When it is lost, polling finds the deliveries.
 */
export const announceDue = async (
  database: Pick<pg.Pool, 'query'>,
  applicationIds: readonly string[],
): Promise<void> => {
  for (let from = 0; from < applicationIds.length; from += maxIds) {
    await database.query({
      name: 'announce-due',
      text: `select pg_notify($1, $2) from (select set_config('synchronous_commit', 'off', true)) as setting`,
      values: [channel, applicationIds.slice(from, from + maxIds).join(' ')],
    })
  }
}

/**
 * For a process that commits events and has no dispatcher. It announces the first application at once. Those that
 * follow within 20 ms share an announcement, so that a process sends at most 50 in a second.
 */
export const createDueAnnouncer = (
  database: Pick<pg.Pool, 'query'>,
  onError: (error: unknown) => void,
): { announce(applicationId: string): void; idle(): Promise<void> } => {
  const waiting = new Set<string>()
  const announce = trailingRun(async () => {
    const applicationIds = [...waiting]
    waiting.clear()
    await announceDue(database, applicationIds).catch(onError)
    await pause(betweenAnnouncementsMs)
  })
  return {
    announce(applicationId) {
      waiting.add(applicationId)
      void announce()
    },
    idle: announce.idle,
  }
}

/** Listens for announcements. `null`: some may be lost, because the connection is new. */
export const listenForDue = (
  connectionString: string,
  onDue: (applicationId: string | null) => void,
): Promise<{ stop(): Promise<void> }> =>
  listenTo(connectionString, channel, (payload) => {
    if (payload === null) onDue(null)
    else for (const applicationId of payload.split(' ')) onDue(applicationId)
  })
