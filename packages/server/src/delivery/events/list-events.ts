import { idTime } from '../../core/index.ts'
import type { Application } from '../../gateway/index.ts'
import { dayOf } from '../../storage/index.ts'
import { pageLimit } from '../batch-results.ts'
import { retainedSince } from '../results.ts'
import { invalidField } from '../validate.ts'
import { type EventDependencies, type EventRow, eventColumns, renderEvents } from './read-events.ts'

/**
 * `GET /v1/events?after=evt_…&limit=`: the events of the application in the order in which they were committed,
 * for one that was down to catch up on what it missed within 30 days. `next_cursor` is the last event of the
 * page, to be sent as `after`; it stays the same when there is nothing newer, and null before the first event.
 * `after=latest` is an empty page that ends with the newest event: for who wants to know only what comes next.
 */
export const listEvents = async (
  query: Readonly<Record<string, unknown>>,
  application: Application,
  dependencies: EventDependencies,
): Promise<unknown> => {
  const { after } = query
  const { pool, clock } = dependencies
  const limit = pageLimit(query.limit)
  const since = dayOf(clock.now() - retentionMs)
  if (after === 'latest') {
    return { object: 'list', data: [], next_cursor: await latestEvent(application, since, pool) }
  }
  const from = after === undefined ? 0 : await positionOf(after, application, dependencies)
  const { rows } = await pool.query<EventRow>({
    name: 'list-events',
    text: `select ${eventColumns} from events
           where application_id = $1 and position > $2 and day >= $3 order by position limit $4`,
    values: [application.applicationId, from, since, limit],
  })
  const rendered = await renderEvents(application, rows, dependencies)
  const data = rows.map((row) => rendered.get(row.event_id)).filter((event) => event !== undefined)
  return { object: 'list', data, next_cursor: rows.at(-1)?.event_id ?? after ?? null }
}

const retentionMs = 30 * 86_400_000

const latestEvent = async (
  { applicationId }: Application,
  since: string,
  pool: EventDependencies['pool'],
): Promise<string | null> => {
  const { rows } = await pool.query<{ event_id: string }>({
    name: 'latest-event',
    text: `select event_id from events where application_id = $1 and day >= $2
           order by position desc limit 1`,
    values: [applicationId, since],
  })
  return rows[0]?.event_id ?? null
}

const positionOf = async (
  after: unknown,
  { applicationId }: Application,
  { pool, clock }: EventDependencies,
): Promise<number> => {
  const madeMs =
    typeof after === 'string' && retainedSince('evt', after, clock) !== null ? idTime('evt', after) : null
  const { rows } =
    madeMs === null
      ? { rows: [] }
      : await pool.query<{ position: number }>({
          name: 'event-position',
          text: 'select position from events where application_id = $1 and event_id = $2 and day = $3',
          values: [applicationId, after, dayOf(madeMs)],
        })
  const row = rows[0]
  if (!row) throw invalidField('after', 'must be the id of an event of the last 30 days, or latest')
  return row.position
}
