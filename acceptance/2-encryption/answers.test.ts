import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type Answer, get, readAnswer, send, signedRequest } from '../client/call.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'
import { exchange } from '../client/transport.ts'

const { sandbox } = inject('demo')
const signed = () => signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))
const onTheWire = (call: ReturnType<typeof signed>) => exchange({ baseUrl: sandbox.base_url }, call)

test('an answer is {"payload": base64} with a 12-byte IV in X-SVC-IV', async () => {
  const answer = await onTheWire(signed())
  const wrapper = JSON.parse(answer.body.toString('utf8')) as Record<string, string>
  expect(Object.keys(wrapper)).toEqual(['payload'])
  expect(wrapper.payload).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
  expect(Buffer.from(String(answer.headers['x-svc-iv']), 'base64')).toHaveLength(12)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
})

test('every answer has an IV of its own', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => onTheWire(signed())))
  expect(new Set(answers.map(({ headers }) => headers['x-svc-iv'])).size).toBe(50)
})

test('an answer opens only with the nonce of its request and with its own status', async () => {
  const call = signed()
  const answer = await onTheWire(call)
  expect(readAnswer<{ object: string }>(answer, sandbox, call.nonce).json.object).toBe('kyc_validation')
  expect(() => readAnswer(answer, sandbox, randomUUID())).toThrow()
  expect(() => readAnswer({ ...answer, status: 202 }, sandbox, call.nonce)).toThrow()
})

test.each([
  ['400', () => validate(sandbox, '0001', { purpose: 5 })],
  ['403', () => validate(sandbox, '0001', { purpose: 'other' })],
  ['404 of a resource', () => get(sandbox, '/v1/jobs/job_none')],
  ['404 of a path', () => get(sandbox, '/v1/nowhere')],
  ['405', () => send(sandbox, signedRequest(sandbox, 'DELETE', singlePath))],
  [
    '413',
    () =>
      send(
        sandbox,
        signedRequest(sandbox, 'POST', `${singlePath}/batches`, {
          purpose: 'age_gating',
          items: Array.from({ length: 51 }, (_, n) => ({
            reference: `${n}`,
            identifier: kycRequest('0001').identifier,
          })),
        }),
      ),
  ],
  ['500', () => validate(sandbox, '0500')],
  ['502', () => validate(sandbox, '0502')],
] as [string, () => Promise<Answer<unknown>>][])(
  'every answer to a verified signature is encrypted: a refusal with %s',
  async (status, call) => {
    const answer = await call()
    expect(answer).toMatchObject({ status: Number.parseInt(status, 10), encrypted: true })
  },
)

test('X-Request-Id is on every answer and different for each', async () => {
  const answers = [
    await validate(sandbox, '0001'),
    await validate(sandbox, '0404'),
    await get(sandbox, '/v1/nowhere'),
    await send(sandbox, { method: 'POST', target: singlePath, headers: {} }),
    await send(sandbox, { method: 'GET', target: '/openapi.json', headers: {} }),
  ]
  const ids = answers.map(({ requestId }) => requestId)
  expect(ids.every((id) => typeof id === 'string' && id.length > 0)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})
