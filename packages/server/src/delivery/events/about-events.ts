import { eventSchema, eventTypes, limits } from '@nani/contract'
import Type from 'typebox'
import type { About } from '../about.ts'
import { exampleJob } from '../example-objects.ts'

/** The page of events that `GET /v1/events` answers. */
const eventsListSchema = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Type.Union(eventTypes.map(eventSchema))),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The last event of the page; send it as `after` for what follows.',
  }),
})

export const aboutEvents: About = {
  operationId: 'list_events',
  tag: 'Events',
  summary: 'List events',
  description: `
Everything that was sent to the webhook endpoint, or would have been, in the order in which it happened: for an
application that was down to catch up on what it missed. Events stay readable for ${limits.retentionDays} days.
`.trim(),
  path: {},
  query: {
    after: Type.String({
      description:
        'The `id` of an event; the answer begins with the one that follows it. `latest` stands for the newest event: an empty page, whose `next_cursor` leads to what comes next.',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.resultsPageItems,
      default: limits.resultsPageItemsDefault,
      description: 'Events of a page, at most.',
    }),
  },
  request: null,
  asynchronous: false,
  answers: [
    {
      status: 200,
      description: 'A page of events.',
      schema: eventsListSchema,
      examples: (rehearsal) => ({
        page: {
          summary: 'One event',
          value: {
            object: 'list',
            data: [
              {
                id: 'evt_01KJQCCTY0B1F2GR7V5Q0WDX9N',
                object: 'event',
                type: 'job.completed',
                livemode: false,
                created_at: '2026-03-02T09:00:00.000Z',
                data: { object: exampleJob(rehearsal, 'completed') },
              },
            ],
            next_cursor: 'evt_01KJQCCTY0B1F2GR7V5Q0WDX9N',
          },
        },
      }),
    },
  ],
  refusals: ['invalid_request', 'register_unavailable'],
}
