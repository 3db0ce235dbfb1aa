import Type from 'typebox'
import type { EndpointDocs } from '../../calls/calls/index.ts'
import type { TestClock } from './move-clock.ts'

export const clockChange = Type.Object({
  advance: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'An ISO 8601 duration, by the calendar in UTC.',
      examples: ['P30D'],
    }),
  ),
  now: Type.Optional(
    Type.String({ maxLength: 40, description: 'The new time, in UTC.', examples: ['2027-03-01T00:00:00Z'] }),
  ),
})

const testClock = Type.Object({
  object: Type.Literal('test_clock'),
  now: Type.String({ format: 'date-time', description: 'The time of this application.' }),
  real_now: Type.String({ format: 'date-time' }),
  moved: Type.Boolean({ description: 'Whether the two differ.' }),
})

const moved: TestClock = {
  object: 'test_clock',
  now: '2027-03-01T00:00:00.000Z',
  real_now: '2026-11-24T12:00:00.000Z',
  moved: true,
}
const present: TestClock = { ...moved, now: moved.real_now, moved: false }

const shared = { tag: 'Sandbox', path: {}, query: {}, asynchronous: false } as const
const answering = (description: string, value: TestClock): EndpointDocs['answers'] => [
  {
    status: 200,
    description,
    schema: testClock,
    examples: () => ({ clock: { summary: description, value } }),
  },
]

export const docsOfMoving: EndpointDocs = {
  ...shared,
  operationId: 'move_test_clock',
  summary: 'Move the test clock',
  description: `
Moves the time of this application forwards, at most ten years: by \`advance\`, or to \`now\`. Sandbox only. No other application
notices it. While the clock is moved, each response has the header \`Nani-Test-Clock\` with the time of the application.

Ages, the expiry of documents, the age of credit data, results, jobs, batches, signed links, fraud cases, credit consents, monitors
with their daily cycle, decisions about hits, sign-ins with their codes and access tokens, and the \`created_at\` of events follow it. The window of
timestamps, nonces, certificates, bursts and quotas stay in real time. So do the times of an \`id_token\`, because a library compares
them with its own clock. The sandbox is free, so that it has no charged months and no invoices.
`.trim(),
  request: {
    schema: clockChange,
    examples: () => ({ advance: { summary: 'Thirty days later', value: { advance: 'P30D' } } }),
  },
  answers: answering('The clock', moved),
  refusals: ['invalid_request'],
}

export const docsOfReading: EndpointDocs = {
  ...shared,
  operationId: 'read_test_clock',
  summary: 'Read the test clock',
  description: 'The time of this application. Sandbox only.',
  request: null,
  answers: answering('The clock', present),
  refusals: [],
}

export const docsOfResetting: EndpointDocs = {
  ...shared,
  operationId: 'reset_test_clock',
  summary: 'Return to the present',
  description:
    'Returns to real time, and removes the results, jobs, batches, events, consents, cases and monitors of this application. Its configuration and the audit log stay. Sandbox only.',
  request: null,
  answers: answering('The clock', present),
  refusals: [],
}
