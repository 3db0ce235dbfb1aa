import { expect, it } from 'vitest'
import { credentials } from '../testing/fake-server.ts'
import { signWebhook } from './sign-webhook.ts'
import { verifyWebhook } from './verify-webhook.ts'

const clock = { now: () => 1_790_000_000_123 }
const body = JSON.stringify({ id: 'evt_1', type: 'job.completed' })
const headers = signWebhook('evt_1', body, credentials.payloadEncryptionKey, clock)

it('signs headers that the receiver accepts', () => {
  expect(headers).toMatchObject({ 'x-svc-webhook-id': 'evt_1', 'x-svc-webhook-timestamp': '1790000000' })
  expect(verifyWebhook(body, headers, credentials.payloadEncryptionKey, { clock })).toEqual(JSON.parse(body))
})

it('signs the body, so that another body is refused', () => {
  expect(() => verifyWebhook(`${body} `, headers, credentials.payloadEncryptionKey, { clock })).toThrow(
    'signature',
  )
})
