import { randomBytes } from 'node:crypto'
import { publicOnly } from '@nani/foundation/outbound/index.ts'
import { expect, test } from 'vitest'
import { newBrowser } from '../testing/push-service.ts'
import { readSubscription } from './read-subscription.ts'

const { keys } = newBrowser()
const read = (endpoint: string, changes: Partial<typeof keys> = {}) =>
  readSubscription({ endpoint, keys: { ...keys, ...changes } }, publicOnly)

test('the subscription of a browser is read', () => {
  const endpoint = 'https://updates.push.services.example/wpush/v2/gAAA'
  expect(read(endpoint)).toEqual({ endpoint, ...keys })
  // With the padding that some libraries add.
  expect(read(endpoint, { auth: `${keys.auth}==` })).toEqual({ endpoint, ...keys })
})

test.each([
  'http://push.example/a',
  'https://127.0.0.1/a',
  'https://localhost/a',
  'https://app.localhost/a',
  'https://[::1]/a',
  'https://10.0.0.7/a',
  'https://169.254.169.254/latest/meta-data',
  'https://[::ffff:10.0.0.7]/a',
  'https://0x7f000001/a',
  'https://push.example:22/a',
  'https://user:password@push.example/a',
  'file:///etc/passwd',
  'push.example/a',
  `https://push.example/${'x'.repeat(2_048)}`,
])('an address that may not be called is refused: %s', (endpoint) => {
  expect(read(endpoint)).toBeNull()
})

const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])
const compressed = Buffer.concat([Buffer.from([2]), Buffer.alloc(64, 1)])

test.each<[string, Partial<typeof keys>]>([
  ['no point of the curve', { p256dh: notOnCurve.toString('base64url') }],
  ['a point of another form', { p256dh: compressed.toString('base64url') }],
  ['a short key', { p256dh: keys.p256dh.slice(0, -4) }],
  ['a long key', { p256dh: `${keys.p256dh}AAAA` }],
  ['a short secret', { auth: randomBytes(8).toString('base64url') }],
  ['text', { p256dh: 'key', auth: 'secret' }],
])('keys that are none are refused: %s', (_what, changes) => {
  expect(read('https://push.example/a', changes)).toBeNull()
})
