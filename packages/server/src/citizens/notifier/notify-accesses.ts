import { keepRunning } from '@nani/foundation/core/index.ts'
import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { citizensRead } from '../accesses/index.ts'
import { claimAccessNotices } from '../citizen-devices/index.ts'
import type { Notifier } from './notifier.ts'

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

/** The part of the audit log that is searched next. Null if another process searches, or nothing is new. */
const takeWindow = async (client: Database): Promise<Window | null> => {
  const { rows } = await client.query<Window>({
    name: 'accesses-window',
    text: `select w.after, least(w.after + make_interval(secs => $2), now() - make_interval(secs => $3)) as until,
             w.after + make_interval(secs => $2) >= now() - make_interval(secs => $3) as "isLast"
           from (select greatest(accesses_until, now() - make_interval(secs => $1)) as after
                 from notifier_progress for update skip locked) w`,
    values: [maxAgeSeconds, windowSeconds, lagSeconds],
  })
  const [window] = rows
  if (!window || window.until <= window.after) return null
  await client.query({
    name: 'accesses-progress',
    text: 'update notifier_progress set accesses_until = $1',
    values: [window.until],
  })
  return window
}

/**
 * Notices of new accesses, for citizens who wish them. The search and its notices are one transaction, and one process at
 * a time does it. However often a citizen's data was read, the citizen gets one notice in an hour. Returns whether more
 * is left to search.
 */
export const notifyAccesses = async ({ pool, notifier }: Dependencies): Promise<boolean> => {
  const searched = await inTransaction(pool, async (client) => {
    const window = await takeWindow(client)
    if (!window) return null
    for (const [environment, citizens] of await citizensRead(client, window))
      for (let from = 0; from < citizens.length; from += chunk) {
        const due = await claimAccessNotices(client, citizens.slice(from, from + chunk))
        const notices = due.map(({ citizen, at }) => ({
          ...{ citizen, environment, notBefore: at },
          notice: { kind: 'access' as const },
        }))
        if (notices.length > 0) await notifier.notify(notices, client)
      }
    return window
  })
  if (searched) notifier.wake()
  return searched !== null && !searched.isLast
}

const pollMs = 20_000

/** Keeps searching. */
export const startNotifyingAccesses = (dependencies: Dependencies, onError: (error: unknown) => void) =>
  keepRunning(
    async (isStopping) => {
      while (!isStopping() && (await notifyAccesses(dependencies)));
    },
    pollMs,
    onError,
  )
