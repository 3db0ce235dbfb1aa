import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApplication } from '../../../testing/application.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { singleForm } from '../requests/request-form.ts'
import { openLargeRequests } from './open-large-requests.ts'

let modes: Modes
beforeAll(async () => {
  modes = await startModes()
})
afterAll(() => modes.stop())

const newApplication = () => modes.admitApplication(testApplication())
const padding = 'x'.repeat(200_000)
const batchTarget = '/v1/kyc/validations/batches'
const answerOf = ({ status, json }: { status: number; json: Record<string, unknown> }) => [
  status,
  json.error,
  json.field,
  json.reason,
]

describe('a large request is answered like a small one', () => {
  test.each<[string, Record<string, unknown>]>([
    ['right', kycBody()],
    ['without a field', { purpose: 'customer_onboarding' }],
    ['with a field of the wrong type', kycBody({ match: { full_name: 7 } })],
    ['with a purpose that does not exist', kycBody({ purpose: 'nothing' })],
    ['with a scope that does not exist', kycBody({ scopes: ['kyc.nothing'] })],
    ['with an identifier of the wrong form', kycBody({ identifier: { type: 'svc_id', value: '1' } })],
    ['with null for what may be absent', kycBody({ match: null })],
  ])('%s', async (_, body) => {
    const application = newApplication()
    const small = await modes.call(application, { body })
    const large = await modes.call(application, { body: { padding, ...body, more: [padding] } })
    expect(answerOf(large)).toEqual(answerOf(small))
    expect(large.encrypted).toBe(true)
    expect(large.json.result).toEqual(small.json.result)
  })

  const item = (reference: string, changes: Record<string, unknown> = {}) => ({
    ...kycBody(),
    reference,
    ...changes,
  })
  const many = Array.from({ length: 40 }, (_, n) => item(`ref ${n}`))
  test.each<[string, Record<string, unknown>]>([
    ['a batch', { items: many }],
    [
      'a batch with shared fields',
      { purpose: 'age_gating', items: [{ ...many[0], purpose: null }, many[1]] },
    ],
    ['a batch with a failed item', { items: [...many, item('bad', { purpose: 'nothing' })] }],
    ['a batch without items', { items: [] }],
    ['a batch whose items are no list', { items: { a: 1 } }],
    ['a batch with an item that is no object', { items: [many[0], 7] }],
    ['a batch with an item of the wrong shape', { items: [...many, item('b', { identifier: {} })] }],
    ['a batch with a reference twice', { items: [...many, many[7]] }],
    ['two faults, of which the first is reported', { items: [many[0], many[0], 7] }],
    ['two faults in the other order', { items: [many[0], 7, many[0]] }],
    ['a shared field of the wrong type', { scopes: 'kyc.emails', items: [7] }],
    ['a shared purpose that is not approved', { purpose: 'nothing', items: [7] }],
    ['too many items', { items: Array.from({ length: 51 }, (_, n) => item(`${n}`)) }],
  ])('%s', async (_, body) => {
    const application = newApplication()
    const small = await modes.call(application, { target: batchTarget, body })
    const large = await modes.call(application, { target: batchTarget, body: { padding, ...body } })
    expect(answerOf(large)).toEqual(answerOf(small))
    const outcomes = ({ json }: { json: { data?: unknown[] } }) =>
      (json.data as { reference: string; status: string; error?: unknown }[] | undefined)?.map(
        ({ reference, status, error }) => [reference, status, error],
      )
    expect(outcomes(large)).toEqual(outcomes(small))
  })

  test.each<[string, { rawBody?: Buffer; plaintext?: Buffer; iv?: Buffer }]>([
    ['no JSON', { rawBody: Buffer.alloc(200_000, 'x') }],
    ['a wrapper without an end', { rawBody: Buffer.from(`{"payload":"${padding}`) }],
    ['a payload that is no base64', { rawBody: Buffer.from(`{"payload":"${' '.repeat(200_000)}"}`) }],
    [
      'a payload that does not decrypt',
      { rawBody: Buffer.from(`{"payload":"${randomBytes(150_000).toString('base64')}"}`) },
    ],
    ['an IV of the wrong size', { plaintext: Buffer.alloc(200_000, ' '), iv: randomBytes(16) }],
    ['a plaintext that is no JSON', { plaintext: Buffer.alloc(200_000, ' ') }],
    ['a plaintext that is no object', { plaintext: Buffer.from(`["${padding}"]`) }],
    ['a plaintext that is no UTF-8', { plaintext: Buffer.alloc(200_000, 0xff) }],
  ])('%s is refused', async (_, call) => {
    const reply = await modes.call(newApplication(), call)
    expect([reply.status, reply.encrypted]).toEqual([400, true])
    const code = call.rawBody?.includes('+') || call.iv ? 'decryption_failed' : 'malformed_body'
    expect(reply.json.error).toBe(code)
  })
})

test('a large request is repeated under its Idempotency-Key, and another one is refused', async () => {
  const application = newApplication()
  const idempotencyKey = randomUUID()
  const send = (body: unknown) => modes.call(application, { body, idempotencyKey })
  const first = await send(kycBody({ padding }))
  expect(first.status).toBe(200)
  expect((await send(kycBody({ padding }))).text).toBe(first.text)
  expect((await send(kycBody({ padding: `${padding}y` }))).json.error).toBe('idempotency_key_reused')
})

test('a large asynchronous batch keeps every item in its order', async () => {
  const application = newApplication()
  const items = Array.from({ length: 1_200 }, (_, n) => ({
    ...kycBody(),
    reference: `${n} ${'r'.repeat(200)}`,
  }))
  const accepted = await modes.call(application, {
    target: batchTarget,
    body: { items },
    prefer: 'respond-async',
  })
  expect([accepted.status, accepted.json.total_items]).toEqual([202, 1_200])
  await modes.runChunks()
  const references: string[] = []
  for (let cursor = ''; ; ) {
    const page = await modes.get(application, `${accepted.json.results_url}?limit=500${cursor}`)
    references.push(...(page.json.data as { reference: string }[]).map(({ reference }) => reference))
    if (page.json.next_cursor === null) break
    cursor = `&cursor=${page.json.next_cursor}`
  }
  expect(references).toEqual(items.map(({ reference }) => reference))
})

test('one application fills half of all places, its further requests are overloaded, and those of others are opened', async () => {
  const large = openLargeRequests({ workers: 1, maxWaiting: 3 })
  const { payloadKey: key } = testApplication()
  const open = (applicationId: string) => {
    const bytes = Buffer.alloc(100_000, ' ')
    const store = new ArrayBuffer(bytes.length, { maxByteLength: bytes.length })
    new Uint8Array(store).set(bytes)
    const form = singleForm('test', { type: 'object', properties: {} })
    const iv = randomBytes(12)
    return large
      .open({ applicationId, store, length: bytes.length, key, iv, fingerprintHead: '', form })
      .catch((error: unknown) => (error as { code: string }).code)
  }
  const first = Array.from({ length: 6 }, () => open('first'))
  const second = Array.from({ length: 3 }, () => open('second'))
  const outcomes = async (answers: Promise<unknown>[]) => (await Promise.all(answers)).sort()
  expect(await outcomes(first)).toEqual([...Array(2).fill('malformed_body'), ...Array(4).fill('overloaded')])
  expect(await outcomes(second)).toEqual([...Array(2).fill('malformed_body'), 'overloaded'])
  await large.stop()
})
