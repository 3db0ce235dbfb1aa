import { expect, inject, test } from 'vitest'
import { type CallOptions, get, post } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  everyItem,
  finishedBatch,
  sandboxPerson,
  singlePath,
} from '../client/kyc.ts'
import type { Batch, BatchItem, ResultsList } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

const run = (body: unknown, options?: CallOptions) => post<ResultsList>(sandbox, batchPath, body, options)

/** The items of a batch in either mode, so that a rule is seen to hold in both. */
const modes: [string, (body: unknown) => Promise<BatchItem[]>][] = [
  ['synchronous', async (body) => (await run(body)).json.data],
  [
    'asynchronous',
    async (body) => {
      const accepted = await post<Batch>(sandbox, batchPath, body, asynchronously)
      await finishedBatch(sandbox, accepted.json.id)
      return everyItem(sandbox, accepted.json.id)
    },
  ],
]

test.each(modes)('one failed item never fails the batch (%s)', async (_, itemsOf) => {
  const items = ['0001', '0502', '0404', '0500', '0002'].map((digits) => ({
    reference: digits,
    identifier: sandboxPerson(digits),
  }))
  const answered = await itemsOf(batchRequest(items))
  expect(answered).toEqual([
    { reference: '0001', status: 'succeeded', result: expect.objectContaining({ result: 'verified' }) },
    { reference: '0502', status: 'failed', error: expect.objectContaining({ code: 'register_unavailable' }) },
    { reference: '0404', status: 'succeeded', result: expect.objectContaining({ result: 'not_found' }) },
    { reference: '0500', status: 'failed', error: expect.objectContaining({ code: 'internal_error' }) },
    { reference: '0002', status: 'succeeded', result: expect.objectContaining({ result: 'not_certified' }) },
  ])
  for (const item of answered.filter(({ error }) => error)) expect(item.error?.message).toMatch(/\S/)
})

test.each(modes)(
  'batch-level fields apply to every item unless the item overrides them (%s)',
  async (_, itemsOf) => {
    const [inherited, overriding, delivered] = await itemsOf({
      purpose: 'age_gating',
      scopes: ['kyc.emails'],
      document_delivery: 'signed_url',
      items: [
        { reference: 'inherited', identifier: sandboxPerson('0001') },
        {
          reference: 'overriding',
          identifier: sandboxPerson('0001'),
          purpose: 'fraud_prevention',
          scopes: [],
        },
        {
          reference: 'delivered',
          identifier: sandboxPerson('0001'),
          scopes: ['kyc.biometrics.selfie'],
          document_delivery: 'base64',
          match: { full_name: 'Nobody' },
        },
      ],
    })
    expect(inherited?.result).toMatchObject({
      purpose: 'age_gating',
      scopes_applied: expect.arrayContaining(['kyc.emails']),
    })
    expect(overriding?.result).toMatchObject({ purpose: 'fraud_prevention', scopes_applied: ['kyc.basic'] })
    expect(delivered?.result?.kyc.biometrics.selfie?.file).toHaveProperty('data')
    expect(delivered?.result?.match.full_name).toBe('no_match')
  },
)

test('every result of a batch is read back by its id', async () => {
  const { json } = await run(batchRequest(batchItems(2)))
  for (const { result } of json.data)
    expect(await get(sandbox, `${singlePath}/${result?.id}`)).toMatchObject({
      status: 200,
      json: { id: result?.id },
    })
})

test.each([
  ['synchronous', {}],
  ['asynchronous', asynchronously],
])('every item requires its own reference (%s)', async (_, mode) => {
  const [first, second, third] = batchItems(3)
  const without = [first, { identifier: second?.identifier }, third]
  expectRefusal(await run(batchRequest(without), mode), 'invalid_request', {
    context: { field: 'items[1].reference' },
  })
  const duplicate = [first, second, { ...third, reference: first?.reference }]
  expectRefusal(await run(batchRequest(duplicate), mode), 'invalid_request', {
    context: { field: 'items[2].reference' },
  })
})

test.each([
  ['items', undefined],
  ['items', null],
  ['items', 'all'],
  ['items', {}],
  ['items', []],
  ['items[0]', [null]],
  ['items[0]', ['COD-0000-0000-0001']],
  [
    'items[1].identifier.value',
    [batchItems(1)[0], { reference: 'b', identifier: { type: 'svc_id', value: 7 } }],
  ],
])('malformed items are invalid_request at %s: %j', async (field, items) => {
  expectRefusal(await run({ purpose: 'age_gating', items }), 'invalid_request', { context: { field } })
})

test('a purpose or scope of the batch that is not allowed refuses the batch', async () => {
  const application = await createApplication(dataDir, { scopes: ['kyc.emails'], purposes: ['age_gating'] })
  const items = batchItems(2)
  const wrongPurpose = await post(application, batchPath, { purpose: 'fraud_prevention', items })
  expectRefusal(wrongPurpose, 'purpose_not_approved')
  const wrongScope = await post(application, batchPath, {
    purpose: 'age_gating',
    scopes: ['kyc.religion'],
    items,
  })
  expectRefusal(wrongScope, 'scope_not_granted', { context: { scope: 'kyc.religion' } })
})
