import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { get, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath, validate } from '../client/kyc.ts'
import { createApplication } from '../installation/applications.ts'

const { sandbox } = inject('demo')
const dataDir = inject('dataDir')

test('a replayed request is nonce_reused, encrypted because its signature verifies', async () => {
  const call = signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))
  expect((await send(sandbox, call)).status).toBe(200)
  expectRefusal(await send(sandbox, call), 'nonce_reused')
})

test('a nonce is used up whatever the request was', async () => {
  const nonce = randomUUID()
  expect((await validate(sandbox, '0001', {}, { nonce })).status).toBe(200)
  expectRefusal(await get(sandbox, '/v1/jobs/job_none', { nonce }), 'nonce_reused')
})

test('a refused request has used its nonce too', async () => {
  const nonce = randomUUID()
  expectRefusal(await validate(sandbox, '0001', { purpose: null }, { nonce }), 'invalid_request')
  expectRefusal(await validate(sandbox, '0001', {}, { nonce }), 'nonce_reused')
})

test('a nonce is recorded only after the signature has verified, so that no other caller can use it up', async () => {
  const call = signedRequest(sandbox, 'POST', singlePath, kycRequest('0001'))
  const forged = { ...call, headers: { ...call.headers, 'X-SVC-Signature': 'a'.repeat(64) } }
  expectRefusal(await send(sandbox, forged), 'invalid_signature', { encrypted: false })
  expect((await send(sandbox, call)).status).toBe(200)
})

test('a nonce is remembered per API key: another application may use the same', async () => {
  const other = await createApplication(dataDir)
  const nonce = randomUUID()
  expect((await validate(sandbox, '0001', {}, { nonce })).status).toBe(200)
  expect((await validate(other, '0001', {}, { nonce })).status).toBe(200)
})

test('of twenty simultaneous calls with one nonce exactly one passes', async () => {
  const nonce = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => validate(sandbox, '0001', {}, { nonce })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'nonce_reused')
})
