import { idTime } from '@nani/foundation/core/index.ts'
import type { RenderingMemory } from '@nani/foundation/http/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import {
  fillPage,
  inOnePortion,
  invalidField,
  pageJson,
  pageLimit,
  type ReadDependencies,
  type RenderedPage,
  retainedSince,
} from '../../calls/index.ts'
import { type EventRow, eventColumns } from '../../outbox/index.ts'
import { disclosedByEvent } from './disclosed-by-event.ts'
import { renderEvents } from './read-events.ts'

/**
 * `GET /v1/events?after=evt_…&limit=`: the events of the application of the last 30 days, in the order of their commits.
 * `next_cursor` is the last event of the page, for `after`. It stays the same when there is nothing newer, and is null
 * before the first event. `after=latest` gives an empty page whose cursor is the newest event.
 */
export const listEvents = async (
  query: Readonly<Record<string, unknown>>,
  application: Application,
  dependencies: ReadDependencies,
  memory: RenderingMemory,
): Promise<RenderedPage> => {
  const { after } = query
  const { pool, clock } = dependencies
  const limit = pageLimit(query.limit)
  const since = dayOf(clock.now() - retentionMs)
  if (after === 'latest') {
    return { body: pageJson(emptyPage, await latestEvent(application, since, pool)), disclosedIds: [] }
  }
  const from = after === undefined ? 0 : await positionOf(after, application, dependencies)
  const { rows } = await pool.query<EventRow>({
    name: 'list-events',
    text: `select ${eventColumns} from events
           where application_id = $1 and position > $2 and day >= $3 order by position limit $4`,
    values: [application.applicationId, from, since, limit],
  })
  const page = await fillPage(
    inOnePortion(rows),
    async (slice) => {
      const rendered = await renderEvents(application, slice, dependencies)
      return slice.map(({ event_id }) => {
        const event = rendered.get(event_id)
        return event && { value: event, disclosedIds: disclosedByEvent(event) }
      })
    },
    { applicationId: application.applicationId, memory },
  )
  const cursor = rows[page.taken - 1]?.event_id ?? (after as string | undefined) ?? null
  return { body: pageJson(page, cursor), disclosedIds: [...new Set(page.disclosedIds)] }
}

const emptyPage = { texts: [], taken: 0, disclosedIds: [] }

const retentionMs = 30 * 86_400_000

const latestEvent = async (
  { applicationId }: Application,
  since: string,
  pool: ReadDependencies['pool'],
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
  { pool, clock }: ReadDependencies,
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
