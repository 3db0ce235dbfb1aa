import {
  businessIdentifierTypes,
  identifierSchema,
  individualIdentifierTypes,
  optional,
} from '@nani/contract'
import { defineEffect } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import { type Modes, startModes } from '../../../testing/modes.ts'
import { absoluteUrl } from '../results/absolute-url-placeholder.ts'
import { defineService } from './service.ts'

const note = defineEffect({
  name: 'declared_note',
  columns: { amount: 'integer' },
  write: ({ application, changes, column }) =>
    `insert into event_positions (application_id, last)
     select ${application}, sum(${column.amount}) from ${changes} having count(*) > 0
     on conflict (application_id) do update set last = event_positions.last + excluded.last`,
})

/** Unlike the others: identifiers inside, a rule among fields, no `result`, parts, and rows of its own. */
const service = defineService({
  name: 'aml_screening',
  object: 'peculiar',
  idPrefix: 'pec',
  path: '/v1/peculiar',
  title: 'Peculiar',
  summary: '',
  actions: { call: '', batch: '', result: '' },
  description: '',
  examples: [],
  refusals: [],
  request: Type.Object({
    party: Type.Object({
      identifier: optional(identifierSchema),
      firm: optional(Type.Object({ identifier: identifierSchema })),
      note: optional(Type.String()),
    }),
    purpose: Type.String(),
    reference: optional(Type.String()),
  }),
  result: Type.Object({
    identifier: Type.Union([identifierSchema, Type.Null()]),
    found: Type.Boolean(),
    details_url: Type.String(),
    reference: Type.Union([Type.String(), Type.Null()]),
    scopes_applied: Type.Optional(Type.Array(Type.String())),
  }),
  batchFields: ['purpose'],
  identifierTypes: {
    'party.identifier': individualIdentifierTypes,
    'party.firm.identifier': businessIdentifierTypes,
  },
  completedEvent: 'aml_screening.completed',
  checkFields: ({ party }) =>
    party?.note === 'forbidden' ? { field: 'party.note', reason: 'must not be forbidden' } : null,
  subResources: [
    {
      path: '/lines/:n',
      summary: 'read a line',
      description: '',
      parameters: { n: { description: '', example: '0' } },
      schema: Type.Object({}),
      read: ({ result, internalData }, { n = '' }) => {
        const line = (internalData as string[])[Number(n)]
        return line === undefined ? null : { of: result.id, line, address: absoluteUrl('/elsewhere') }
      },
      examples: () => ({}),
    },
  ],
  async perform({ identifier, resultId }) {
    return {
      outcome: 'fine',
      fields: {
        identifier,
        found: identifier !== null,
        details_url: absoluteUrl(`/v1/peculiar/${resultId}/lines/0`),
      },
      scopesApplied: [],
      scopesWithheld: [],
      svcId: identifier?.type === 'svc_id' ? identifier.value : null,
      internalData: ['first', 'second'],
      ...(identifier?.type === 'rccm' && { effects: [note({ amount: 1 })] }),
    }
  },
})

const svcId = { type: 'svc_id', value: 'cod 1111 2222 3333' }
const rccm = { type: 'rccm', value: 'CD/KNG/RCCM/14-B-01234' }

let modes: Modes
beforeAll(async () => {
  modes = await startModes({ service })
})
afterAll(() => modes.stop())

const newApplication = () => modes.admitApplication(testApplication())
const call = (party: unknown, application = newApplication(), more = {}) =>
  modes.call(application, {
    target: '/v1/peculiar',
    body: { party, purpose: 'fraud_prevention' },
    ...more,
  })

describe('identifiers', () => {
  test('are found in the declared fields, in their canonical form', async () => {
    expect((await call({ identifier: svcId })).json.identifier).toEqual({
      type: 'svc_id',
      value: 'COD-1111-2222-3333',
    })
    expect((await call({ firm: { identifier: rccm } })).json.identifier).toEqual(rccm)
    expect((await call({})).json.identifier).toBeNull()
  })

  test.each([
    ['unsupported_identifier_type', 'party.identifier.type', { identifier: rccm }],
    ['unsupported_identifier_type', 'party.firm.identifier.type', { firm: { identifier: svcId } }],
    ['invalid_identifier', 'party.firm.identifier.value', { firm: { identifier: { ...rccm, value: 'x' } } }],
    ['invalid_request', 'party.identifier.type', { identifier: { type: 'visa', value: 'x' } }],
  ])('%s names %s', async (error, field, party) => {
    const reply = await call(party)
    expect([reply.status, reply.json.error, reply.json.field]).toEqual([400, error, field])
  })
})

test('a rule between fields refuses, and in a batch it fails its own item', async () => {
  const wrong = { note: 'forbidden' }
  expect((await call(wrong)).json).toMatchObject({ error: 'invalid_request', field: 'party.note' })
  const reply = await modes.call(newApplication(), {
    target: '/v1/peculiar/batches',
    body: {
      purpose: 'fraud_prevention',
      items: [
        { reference: 'a', party: {} },
        { reference: 'b', party: wrong },
      ],
    },
  })
  const [first, second] = (reply.json as unknown as { data: { status: string; error?: object }[] }).data
  expect([reply.status, first?.status]).toEqual([200, 'succeeded'])
  expect(second).toMatchObject({
    status: 'failed',
    error: { code: 'invalid_request', field: 'party.note' },
  })
})

test('the declared result decides the envelope: no result, and scopes only of a resolved identity', async () => {
  const resolved = (await call({ identifier: svcId })).json
  expect(resolved).not.toHaveProperty('result')
  expect(resolved).toMatchObject({ scopes_applied: [], scopes_withheld: [] })
  const unresolved = (await call({})).json
  expect(Object.keys(unresolved).filter((name) => name.startsWith('scopes'))).toEqual([])
})

describe('parts', () => {
  test('are read at their path, under the current base URL of the installation', async () => {
    const application = newApplication()
    const { json } = await call({}, application)
    expect(json.details_url).toBe(`http://files.test/v1/peculiar/${json.id}/lines/0`)
    const part = await modes.get(application, `/v1/peculiar/${json.id}/lines/1`)
    expect(part.json).toEqual({ of: json.id, line: 'second', address: 'http://files.test/elsewhere' })
    expect((await modes.get(application, `/v1/peculiar/${json.id}`)).json).toEqual(json)
  })

  test('of another application, unknown and malformed ones get the same answer', async () => {
    const application = newApplication()
    const { id } = (await call({}, application)).json
    const replies = [
      await modes.get(newApplication(), `/v1/peculiar/${id}/lines/0`),
      await modes.get(application, `/v1/peculiar/${id}/lines/2`),
      await modes.get(application, '/v1/peculiar/pec_01KJQCCTY0B1F2GR7V5Q0WDX9N/lines/0'),
    ]
    for (const { status, json } of replies) {
      expect([status, { ...json, request_id: '' }]).toEqual([
        404,
        { error: 'not_found', message: 'The resource does not exist.', request_id: '' },
      ])
    }
  })

  test('each read names what it disclosed in the audit', async () => {
    const application = newApplication()
    const { id } = (await call({}, application)).json
    await modes.get(application, `/v1/peculiar/${id}`)
    await modes.get(application, `/v1/peculiar/${id}/lines/0`)
    await modes.get(application, `/v1/peculiar/${id}/lines/9`)
    await modes.audit.drain()
    expect(await modes.audited(application, "method = 'GET'")).toMatchObject([
      { read_ids: [id], http_status: 200 },
      { read_ids: [id], http_status: 200 },
      { read_ids: null, error_code: 'not_found' },
    ])
  })
})

test('further effects of a call are written once in each mode, and not by a replay', async () => {
  const application = newApplication()
  const written = async () => {
    const { rows } = await modes.database.pool.query<{ last: number }>(
      'select last from event_positions where application_id = $1',
      [application.applicationId],
    )
    return Number(rows[0]?.last ?? 0)
  }
  const firm = { firm: { identifier: rccm } }
  const idempotencyKey = '11111111-1111-4111-8111-111111111111'
  await call(firm, application, { idempotencyKey })
  await call(firm, application, { idempotencyKey })
  expect(await written()).toBe(1)
  const batch = { purpose: 'fraud_prevention', items: [{ reference: 'a', party: firm }] }
  await modes.call(application, { target: '/v1/peculiar/batches', body: batch })
  expect(await written()).toBe(2)
  await modes.call(application, { target: '/v1/peculiar/batches', body: batch, prefer: 'respond-async' })
  await modes.runChunks()
  // The batch's own event took a number as well.
  expect(await written()).toBe(4)
})

test('the completed event of a service whose catalogue says so carries the result and the id of its job', async () => {
  const application = newApplication()
  const job = (await call({}, application, { prefer: 'respond-async' })).json
  await modes.runJobs()
  const { result } = (await modes.get(application, `/v1/jobs/${job.id}`)).json
  const events = (await modes.get(application, '/v1/events')).json.data as {
    type: string
    data: { object: object }
  }[]
  const byType = Object.fromEntries(events.map(({ type, data }) => [type, data.object]))
  expect(byType['aml_screening.completed']).toEqual({ job_id: job.id, result })
  expect(byType['job.completed']).toMatchObject({ id: job.id, object: 'job', result })
})
