import type { Caller } from './call.ts'
import type { EventsList, NaniEvent } from './event-shapes.ts'

export type ListEventsOptions = {
  /** The `id` of the last known event. By default, all events of the last 30 days are returned. */
  after?: string
  /** Events in each call, 1 to 500. It only affects the number of calls. */
  limit?: number
  signal?: AbortSignal
}

/** The events, for an application that missed webhooks or has no endpoint. */
export const events = (call: Caller) => ({
  /**
   * Every event after `after`, in order, up to the newest. Store the `id` of the last processed event, and pass it
   * next time. Rejects with `invalid_request` if `after` is not an event of the last 30 days.
   *
   * @example for await (const event of nani.events.list({ after: lastSeen })) { await handle(event); lastSeen =
   * event.id }
   */
  async *list({
    after,
    limit = 500,
    signal,
  }: ListEventsOptions = {}): AsyncGenerator<NaniEvent, void, undefined> {
    let cursor = after
    for (;;) {
      const query = new URLSearchParams({
        limit: String(limit),
        ...(cursor !== undefined && { after: cursor }),
      })
      const page: EventsList = await call.get(`/v1/events?${query}`, { signal })
      yield* page.data
      // A page with only expired events is empty, and has a cursor to the next page.
      if (page.next_cursor === null || page.next_cursor === cursor) return
      cursor = page.next_cursor
    }
  },

  /**
   * The `id` of the newest event, for `after`, if you only want later events. Undefined without any event.
   *
   * @example let after = await nani.events.latest()
   */
  async latest({ signal }: Pick<ListEventsOptions, 'signal'> = {}): Promise<string | undefined> {
    const page: EventsList = await call.get('/v1/events?after=latest', { signal })
    return page.next_cursor ?? undefined
  },
})

export type Events = ReturnType<typeof events>
