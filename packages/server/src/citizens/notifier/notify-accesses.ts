import type { Environment } from '@nani/contract'
import { keepRunning } from '@nani/foundation/core/index.ts'
import { type Database, inTransaction, withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { citizensRead } from '../accesses/index.ts'
import { claimAccessNotices } from '../citizen-devices/index.ts'
import type { Notifier } from './notifier.ts'

/** `pool`: home. */
type Dependencies = { pool: pg.Pool; notifier: Pick<Notifier, 'notify' | 'wake'> }

/** An entry is committed later than its own time. No statement of a call takes longer. */
const lagSeconds = 30
/** The maximum of one search, which bounds the citizens in memory. */
const windowSeconds = 60
/** Older accesses cause no notice, such as after a day without a server. */
const maxAgeSeconds = 3_600
const chunk = 1_000

/** `isLast`: the window reaches to the present, so that the next search can wait. */
type Window = { after: Date; until: Date; isLast: boolean }

/** The part of the audit log that is searched next. Null if nothing is new. */
const nextWindow = async (database: Database): Promise<Window | null> => {
  const { rows } = await database.query<Window>({
    name: 'accesses-window',
    text: `select w.after, least(w.after + make_interval(secs => $2), now() - make_interval(secs => $3)) as until,
             w.after + make_interval(secs => $2) >= now() - make_interval(secs => $3) as "isLast"
           from (select greatest(accesses_until, now() - make_interval(secs => $1)) as after from notifier_progress) w`,
    values: [maxAgeSeconds, windowSeconds, lagSeconds],
  })
  const [window] = rows
  return window && window.until > window.after ? window : null
}

const writeProgress = async (database: Database, until: Date): Promise<void> => {
  await database.query({
    name: 'accesses-progress',
    text: 'update notifier_progress set accesses_until = $1',
    values: [until],
  })
}

/** The notices of these citizens, in one transaction of home, which has their settings and messages. */
const notify = (
  { pool, notifier }: Dependencies,
  found: ReadonlyMap<Environment, readonly Buffer[]>,
): Promise<void> =>
  inTransaction(pool, async (client) => {
    for (const [environment, citizens] of found)
      for (let from = 0; from < citizens.length; from += chunk) {
        const due = await claimAccessNotices(client, citizens.slice(from, from + chunk))
        const notices = due.map(({ citizen, at }) => ({
          ...{ citizen, environment, notBefore: at },
          notice: { kind: 'access' as const },
        }))
        if (notices.length > 0) await notifier.notify(notices, client)
      }
  })

/**
 * Notices of new accesses in one database, for citizens who wish them. One process at a time searches it, and goes on behind an access
 * when its notices are written. However often a citizen's data was read, the citizen gets one notice in an hour. Returns whether more
 * is left to search.
 */
export const notifyAccesses = async (
  dependencies: Dependencies,
  database: pg.Pool = dependencies.pool,
): Promise<boolean> => {
  let searched: Window | null = null
  await withTryLock(database, 'nani notices of accesses', async () => {
    searched = await nextWindow(database)
    if (!searched) return
    const found = await citizensRead(database, searched)
    if (found.size > 0) await notify(dependencies, found)
    await writeProgress(database, searched.until)
  })
  const window = searched as Window | null
  if (window) dependencies.notifier.wake()
  return window !== null && !window.isLast
}

const pollMs = 20_000

/** Keeps searching home and the cells. One that does not answer delays no other. */
export const startNotifyingAccesses = (
  dependencies: Dependencies & { cells(): readonly pg.Pool[] },
  onError: (error: unknown) => void,
) =>
  keepRunning(
    async (isStopping) => {
      const search = async (database: pg.Pool) => {
        while (!isStopping() && (await notifyAccesses(dependencies, database)));
      }
      const databases = [dependencies.pool, ...dependencies.cells()]
      await Promise.all(databases.map((database) => search(database).catch(onError)))
    },
    pollMs,
    onError,
  )
