import type { Caller } from './call.ts'
import type { EventsList, NaniEvent } from './event-shapes.ts'

export type ListEventsOptions = {
  /** The `id` of the last event that you have; without it, all of the last 30 days. */
  after?: string
  /** Events per call, 1 to 500; it changes nothing but the number of calls. */
  limit?: number
  signal?: AbortSignal
}

/** What happened, for an application that missed webhooks or has no endpoint. */
export const events = (call: Caller) => ({
  /**
   * Every event after `after`, in the order in which they happened, and ends with the newest. Keep the `id` of the
   * last one that you have worked through, and give it next time. Rejects with `invalid_request` when `after`
   * is none of the last 30 days.
   *
   * @example for await (const event of nani.events.list({ after: lastSeen })) { await handle(event); lastSeen = event.id }
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
      // A page whose events are all past their retention is empty, and still leads on.
      if (page.next_cursor === null || page.next_cursor === cursor) return
      cursor = page.next_cursor
    }
  },

  /**
   * The `id` of the newest event, to be given as `after` by who wants only what comes next; undefined while
   * nothing has happened.
   *
   * @example let after = await nani.events.latest()
   */
  async latest({ signal }: Pick<ListEventsOptions, 'signal'> = {}): Promise<string | undefined> {
    const page: EventsList = await call.get('/v1/events?after=latest', { signal })
    return page.next_cursor ?? undefined
  },
})

export type Events = ReturnType<typeof events>
