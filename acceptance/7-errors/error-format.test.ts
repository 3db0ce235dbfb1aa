import { expect, inject, test } from 'vitest'
import { get, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { batchPath, kycRequest, singlePath, validate } from '../client/kyc.ts'

const { sandbox } = inject('demo')

test.each([
  ['0502', 'register_unavailable'],
  ['0500', 'internal_error'],
])('test identity %s answers %s, without internal details', async (digits, code) => {
  const answer = await validate(sandbox, digits)
  expectRefusal(answer, code)
  expect(JSON.stringify(answer.json)).not.toMatch(/node_modules|\.ts:\d|\bat \w+|select |postgres|Error:/i)
})

test.each([
  '/v1/nowhere',
  '/v1',
  '/',
  '/v2/kyc/validations',
  '/v1/kyc/validations/',
  '/v1/kyc//validations',
  '/V1/KYC/VALIDATIONS',
])('a signed call to an unknown path is not_found: %s', async (target) => {
  expectRefusal(await get(sandbox, target), 'not_found')
})

test.each([
  ['GET', singlePath],
  ['PUT', singlePath],
  ['PATCH', singlePath],
  ['DELETE', singlePath],
  ['GET', batchPath],
  ['POST', '/v1/jobs/job_none'],
  ['DELETE', '/v1/batches/bat_none'],
  ['POST', '/v1/batches/bat_none/results'],
  ['GET', '/v1/batches/bat_none/cancel'],
])('a signed %s on %s is method_not_allowed', async (method, target) => {
  const answer = await send(sandbox, signedRequest(sandbox, method, target))
  // `GET …/validations/batches` reads as a validation whose id is "batches".
  if (method === 'GET' && target === batchPath) expect([404, 405]).toContain(answer.status)
  else expectRefusal(answer, 'method_not_allowed')
})

test('a query on a path that takes none changes nothing', async () => {
  const answer = await send(
    sandbox,
    signedRequest(sandbox, 'POST', `${singlePath}?x=%zz&y=1`, kycRequest('0001')),
  )
  expect(answer.status).toBe(200)
})

test('the message of a refusal is for people and never the code alone', async () => {
  const { json } = await validate(sandbox, '0001', { purpose: 'other' })
  expect(json).toMatchObject({ error: 'purpose_not_approved', message: expect.stringMatching(/ /) })
})
