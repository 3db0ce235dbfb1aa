import { eventCatalogue, eventSchema, eventTypes } from '@nani/contract'
import { type ExampleRun, exampleJob } from '../../calls/calls/index.ts'
import type { Operation, Parameter, PathItem } from './open-api.ts'
import type { WriteSchema } from './schemas.ts'

const header = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
})

/** spec/webhooks#delivery-headers. */
const headers = [
  header('X-SVC-Webhook-Id', 'The `id` of the event. A repeated delivery has the same.', 'evt_01KJQCCTY0'),
  header('X-SVC-Webhook-Timestamp', 'Unix seconds of this attempt. Refuse more than 300 s.', '1795000000'),
  header(
    'X-SVC-Webhook-Signature',
    'Lower-case hex HMAC-SHA256 of `{timestamp}.{raw body}` under the Payload Encryption Key. Compare in constant time.',
    'fe10784e47f97263671b45c22f00a2f66f259aa9633c46d0eb56d925f9edbaab',
  ),
]

const responses: Operation['responses'] = {
  '2XX': { description: 'Received. It must arrive within 5 seconds.' },
  '4XX': { description: 'A failed attempt. Five attempts are made within about 7 hours.' },
  '5XX': { description: 'A failed attempt, likewise.' },
}

/** The events, as calls to the endpoint that an application registered (spec/webhooks#event-catalogue). */
export const webhookItems = (run: ExampleRun | undefined, write: WriteSchema): Record<string, PathItem> =>
  Object.fromEntries(
    eventTypes.map((type) => {
      const example = exampleOf(type, run)
      const operation: Operation = {
        operationId: `receive_${type.replaceAll('.', '_')}`,
        tags: ['Events'],
        summary: `Receive \`${type}\``,
        description: eventCatalogue[type].summary,
        security: [],
        parameters: headers,
        requestBody: {
          required: true,
          description: 'The event. It is signed and not encrypted.',
          content: {
            'application/json': {
              schema: write(eventSchema(type)),
              ...(example && { examples: { event: { summary: 'An event', value: example } } }),
            },
          },
        },
        responses,
      }
      return [type, { post: operation }]
    }),
  )

/** The most frequent event has an example. The others have the schema of their object. */
const exampleOf = (type: string, run: ExampleRun | undefined) =>
  type === 'job.completed' && run
    ? {
        ...{ id: 'evt_01KJQCCTY0B1F2GR7V5Q0WDX9N', object: 'event', type, livemode: false },
        created_at: '2026-03-02T09:00:00.000Z',
        data: { object: exampleJob(run, 'completed') },
      }
    : null
