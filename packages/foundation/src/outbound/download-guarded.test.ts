import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startReceiver } from '@nani/server/testing/receiver.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publicOnly, publicOrLoopback } from './check-url.ts'
import { downloadGuarded } from './download-guarded.ts'

type How = Parameters<typeof startReceiver>[0]

let folder: string
const toStop: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nani-download-'))
})
afterEach(async () => {
  for (const stop of toStop.splice(0)) await stop()
  rmSync(folder, { recursive: true })
})

const receiver = async (how: How) => {
  const started = await startReceiver(how)
  toStop.push(started.stop)
  return started
}
const lookup = async () => ['127.0.0.1']
const path = () => join(folder, 'list')
const download = async (how: How, more: { etag?: string | null; timeoutMs?: number } = {}) =>
  downloadGuarded(
    `${(await receiver(how)).url}/list`,
    publicOrLoopback,
    { path: path(), maxBytes: 1_000, timeoutMs: 500, etag: null, ...more },
    { lookup },
  )

test('a file is stored on disk, with its validators', async () => {
  const headers = { etag: '"v1"', 'last-modified': 'Tue, 20 Jan 2026 10:00:00 GMT' }
  expect(await download(() => ({ headers, body: 'x'.repeat(1_000) }))).toEqual({
    outcome: 'downloaded',
    bytes: 1_000,
    etag: '"v1"',
    lastModified: headers['last-modified'],
  })
  expect(readFileSync(path(), 'utf8')).toBe('x'.repeat(1_000))
})

test('an unchanged file is not sent again', async () => {
  expect(await download(() => ({ status: 304 }), { etag: '"v1"' })).toEqual({ outcome: 'unchanged' })
})

test('a compressed file is decompressed', async () => {
  const body = gzipSync('y'.repeat(900))
  await download(() => ({ headers: { 'content-encoding': 'gzip' }, body }))
  expect(readFileSync(path(), 'utf8')).toBe('y'.repeat(900))
})

test.each<[string, Exclude<ReturnType<NonNullable<How>>, string>]>([
  ['larger than it may be', { body: 'x'.repeat(1_001) }],
  [
    'larger once it is unpacked',
    { headers: { 'content-encoding': 'gzip' }, body: gzipSync('x'.repeat(50_000)) },
  ],
  ['compressed in another way', { headers: { 'content-encoding': 'br' }, body: 'x' }],
  ['not there', { status: 404 }],
  ['unchanged, to a request without a condition', { status: 304 }],
  ['moved to no address', { status: 302 }],
  ['moved round in a circle', { status: 302, headers: { location: '/list' } }],
])('a file that is %s is refused, and no part of it remains', async (_what, answer) => {
  await expect(download(() => answer)).rejects.toMatchObject({ reason: 'answer_refused' })
  expect(existsSync(path())).toBe(false)
})

test('a redirect is followed', async () => {
  const store = await receiver(() => ({ body: 'the list' }))
  await download(() => ({ status: 302, headers: { location: `${store.url}/store` } }))
  expect(readFileSync(path(), 'utf8')).toBe('the list')
})

test('a redirect to a forbidden address is not followed', async () => {
  const inside = await receiver(() => ({ body: 'secret' }))
  const location = `https://inside.example:${inside.port}/`
  const from = await receiver(() => ({ status: 302, headers: { location } }))
  await expect(
    downloadGuarded(
      `${from.url}/`,
      publicOrLoopback,
      { path: path(), maxBytes: 1_000, timeoutMs: 500, etag: null },
      { lookup: async () => ['10.0.0.1'] },
    ),
  ).rejects.toMatchObject({ reason: 'address_refused' })
  await expect(
    downloadGuarded(
      location,
      publicOnly,
      { path: path(), maxBytes: 1, timeoutMs: 500, etag: null },
      { lookup },
    ),
  ).rejects.toMatchObject({ reason: 'address_refused' })
  expect(inside.connections()).toBe(0)
})

test('a download that is too slow is aborted', async () => {
  await expect(download(() => 'hang', { timeoutMs: 100 })).rejects.toMatchObject({ reason: 'timeout' })
})
