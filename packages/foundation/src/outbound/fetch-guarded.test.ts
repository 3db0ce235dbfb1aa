import { readTraceContext, withinTrace } from '@nani/foundation/core/index.ts'
import { startReceiver } from '@nani/server/testing/receiver.ts'
import { afterEach, expect, test } from 'vitest'
import { publicOnly, publicOrLoopback } from './check-url.ts'
import { fetchGuarded } from './fetch-guarded.ts'

const toStop: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop()
})

const limits = { maxBytes: 1_000, timeoutMs: 300, contentTypes: ['image/png', 'image/jpeg'] }
const lookup = async () => ['127.0.0.1']

const fetchFrom = async (...how: Parameters<typeof startReceiver>) => {
  const receiver = await startReceiver(...how)
  toStop.push(receiver.stop)
  return fetchGuarded(`${receiver.url}/selfie`, publicOrLoopback, limits, { lookup })
}
const png = { 'content-type': 'image/PNG; charset=binary' }

test('a file of an accepted type is returned unchanged', async () => {
  const { contentType, bytes } = await fetchFrom(() => ({ headers: png, body: 'x'.repeat(1_000) }))
  expect({ contentType, length: bytes.length }).toEqual({ contentType: 'image/png', length: 1_000 })
})

test.each([
  ['too large by its own word', { headers: { ...png, 'content-length': '1001' }, body: 'x'.repeat(1_001) }],
  [
    'too large without saying so',
    { headers: { ...png, 'transfer-encoding': 'chunked' }, body: 'x'.repeat(9_000) },
  ],
  ['of another type', { headers: { 'content-type': 'text/html' } }],
  ['of no type', {}],
  ['compressed', { headers: { ...png, 'content-encoding': 'gzip' } }],
  ['not there', { status: 404, headers: png }],
  ['somewhere else', { status: 302, headers: { ...png, location: 'https://example.org/' } }],
])('a file that is %s is refused', async (_what, answer) => {
  await expect(fetchFrom(() => answer)).rejects.toMatchObject({ reason: 'answer_refused' })
})

test('a file that is too slow is aborted', async () => {
  await expect(fetchFrom(() => 'hang')).rejects.toMatchObject({ reason: 'timeout' })
})

test('a forbidden address is not called', async () => {
  const receiver = await startReceiver()
  toStop.push(receiver.stop)
  const inside = `https://inside.example:${receiver.port}/`
  await expect(fetchGuarded(inside, publicOnly, limits, { lookup })).rejects.toMatchObject({
    reason: 'address_refused',
  })
  expect(receiver.connections()).toBe(0)
})

test('the trace of the call is passed on', async () => {
  const receiver = await startReceiver(() => ({ headers: png, body: 'x' }))
  toStop.push(receiver.stop)
  const trace = readTraceContext(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'vendor=1')
  await withinTrace(trace, () => fetchGuarded(`${receiver.url}/selfie`, publicOrLoopback, limits, { lookup }))
  const headers = receiver.received[0]?.headers
  expect(headers?.traceparent).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!b{16})[0-9a-f]{16}-01$`))
  expect(headers?.tracestate).toBe('vendor=1')
})
