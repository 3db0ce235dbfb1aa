import { createHash, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { type SignedRequest, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { kycRequest, singlePath } from '../client/kyc.ts'

const demo = inject('demo')

const wrongly = (credentials: Credentials): SignedRequest => {
  const call = signedRequest(credentials, 'POST', `${singlePath}?debug=1`, kycRequest('0001'), {
    idempotencyKey: randomUUID(),
    prefer: 'respond-async',
  })
  return { ...call, headers: { ...call.headers, 'X-SVC-Signature': '0'.repeat(64) } }
}

test('in the sandbox an invalid_signature contains the canonical lines that the server computed', async () => {
  const call = wrongly(demo.sandbox)
  const answer = await send(demo.sandbox, call)
  expectRefusal(answer, 'invalid_signature', { encrypted: false })
  const answerText = JSON.stringify(answer.json)
  const bodyHash = createHash('sha256').update(call.body!).digest('hex')
  for (const line of [
    'SVC-HMAC-SHA256',
    'POST',
    `${singlePath}?debug=1`,
    call.headers['X-SVC-Timestamp'],
    call.nonce,
    call.headers['X-SVC-IV'],
    call.headers['Idempotency-Key'],
    'respond-async',
    bodyHash,
  ])
    expect(answerText).toContain(line)
})

test('and never the signature that would have been right, nor a key', async () => {
  const call = wrongly(demo.sandbox)
  const right = signedRequest(demo.sandbox, 'POST', `${singlePath}?debug=1`, undefined, {
    nonce: call.nonce,
    timestamp: String(call.headers['X-SVC-Timestamp']),
    idempotencyKey: String(call.headers['Idempotency-Key']),
    prefer: 'respond-async',
    iv: Buffer.from(String(call.headers['X-SVC-IV']), 'base64'),
    rawBody: call.body,
  })
  expect((await send(demo.sandbox, right)).status).toBe(202)
  const answerText = JSON.stringify((await send(demo.sandbox, call)).json)
  expect(answerText).not.toContain(right.headers['X-SVC-Signature'])
  expect(answerText).not.toContain(demo.sandbox.secret_key.slice(8))
})

test('in production an invalid_signature contains only the error format', async () => {
  const answer = await send(demo.production, wrongly(demo.production))
  expectRefusal(answer, 'invalid_signature', { encrypted: false })
  expect(Object.keys(answer.json).sort()).toEqual(['error', 'message', 'request_id'])
})
