import { expect, inject, test } from 'vitest'
import { post, send, signedRequest } from '../client/call.ts'
import { expectRefusal } from '../client/expect-refusal.ts'
import { batchItems, batchPath, batchRequest, kycRequest, singlePath } from '../client/kyc.ts'

const { sandbox } = inject('demo')
const mebibyte = 1024 * 1024

/** A right request whose wire body has about `bytes` bytes, through a member that is ignored. */
const padded = (bytes: number) =>
  signedRequest(
    sandbox,
    'POST',
    singlePath,
    kycRequest('0001', { padding: 'x'.repeat(Math.floor(bytes * 0.75) - 1000) }),
  )

test('a single request of almost 16 MiB is performed', async () => {
  const call = padded(16 * mebibyte)
  expect(call.body!.byteLength).toBeLessThanOrEqual(16 * mebibyte)
  expect((await send(sandbox, call)).status).toBe(200)
})

test('a single request of more than 16 MiB is payload_too_large', async () => {
  const call = padded(16 * mebibyte + 8000)
  expect(call.body!.byteLength).toBeGreaterThan(16 * mebibyte)
  expectRefusal(await send(sandbox, call), 'payload_too_large', { encrypted: false })
})

test('the size is found out without a Content-Length too', async () => {
  const call = padded(16 * mebibyte + 8000)
  const headers = { ...call.headers, 'Transfer-Encoding': 'chunked' }
  expectRefusal(await send(sandbox, { ...call, headers }), 'payload_too_large', { encrypted: false })
})

test('a batch may be over 16 MiB', async () => {
  const body = batchRequest(batchItems(2), { padding: 'x'.repeat(20 * mebibyte) })
  expect((await post(sandbox, batchPath, body)).status).toBe(200)
})

test('a batch over 64 MiB is payload_too_large', async () => {
  const rawBody = Buffer.alloc(64 * mebibyte + 1, 0x20)
  expectRefusal(await post(sandbox, batchPath, undefined, { rawBody }), 'payload_too_large', {
    encrypted: false,
  })
})
