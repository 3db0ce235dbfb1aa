import { setTimeout as delay } from 'node:timers/promises'
import { get } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'

/** See spec/webhooks#event-envelope. */
export type WebhookEvent = {
  id: string
  object: string
  type: string
  livemode: boolean
  created_at: string
  data: { object: { id: string; status: string } & Record<string, unknown> }
}

type EventsList = { data: WebhookEvent[]; next_cursor: string | null }

const pageLimit = 500
const pauseMs = 250

const readPage = async (application: Credentials, after: string | null): Promise<EventsList> => {
  const query = `limit=${pageLimit}${after === null ? '' : `&after=${after}`}`
  const { status, json } = await get<EventsList>(application, `/v1/events?${query}`)
  if (status !== 200) throw new Error(`/v1/events answered ${status}: ${JSON.stringify(json)}`)
  return json
}

/** Every event of the application that is there now, from the first. */
export const everyEvent = async (
  application: Credentials,
  after: string | null = null,
): Promise<WebhookEvent[]> => {
  const events: WebhookEvent[] = []
  for (let cursor = after; ; ) {
    const page = await readPage(application, cursor)
    events.push(...page.data)
    if (page.data.length < pageLimit) return events
    cursor = page.next_cursor
  }
}

/**
 * An application that follows its events with the cursor, page by page, while the server is killed. Its list shows
 * whether following misses an event.
 */
export const followEvents = (application: Credentials) => {
  const followed: WebhookEvent[] = []
  let stopped = false
  const readOn = async () => {
    followed.push(...(await everyEvent(application, followed.at(-1)?.id ?? null)))
  }
  const following = (async () => {
    while (!stopped) {
      // The server is down at this moment: the cursor stays where it was.
      await readOn().catch(() => {})
      await delay(pauseMs)
    }
  })()
  return {
    followed,
    /** Reads to the end, and stops. */
    async finish(): Promise<WebhookEvent[]> {
      stopped = true
      await following
      await readOn()
      return followed
    },
  }
}
