import { eventSchema, eventTypes, limits } from '@nani/contract'
import Type from 'typebox'
import { type EndpointDocs, exampleJob } from '../../calls/index.ts'

/** The page of events that `GET /v1/events` answers. */
const eventsListSchema = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Type.Union(eventTypes.map(eventSchema))),
  next_cursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The last event of the page. Send it as `after` to read the next page.',
  }),
})

export const docsOfEvents: EndpointDocs = {
  operationId: 'list_events',
  tag: 'Events',
  summary: 'List events',
  description: `
All events that were sent to the webhook endpoint, or would have been, in the order in which they occurred. An application
that was down can read the missed events. Events stay readable for ${limits.retentionDays} days.
`.trim(),
  path: {},
  query: {
    after: Type.String({
      description:
        'The `id` of an event. The page starts after it. `latest` means the newest event: the page is empty, and its `next_cursor` leads to later events.',
    }),
    limit: Type.Integer({
      minimum: 1,
      maximum: limits.resultsPageItems,
      default: limits.resultsPageItemsDefault,
      description: 'Maximum number of events of a page.',
    }),
  },
  request: null,
  asynchronous: false,
  answers: [
    {
      status: 200,
      description: 'A page of events.',
      schema: eventsListSchema,
      examples: (run) => ({
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
                data: { object: exampleJob(run, 'completed') },
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
