import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { idSource, manualClock, systemRandom } from '../core/index.ts'
import { readAppFiles } from './app-files.ts'
import { addAppFiles } from './app-files-route.ts'
import { listen, urlOf } from './listen.ts'
import { openHttp } from './open-http.ts'

const page = '<!doctype html><title>Nani</title>'.repeat(100)
const folder = mkdtempSync(join(tmpdir(), 'nani-app-'))
writeFileSync(join(folder, 'index.html'), page)
writeFileSync(join(folder, 'icon.png'), 'pixels')
const app = fastify()
addAppFiles(app, readAppFiles(folder), { 'Content-Security-Policy': "default-src 'none'" })
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, encodings: string) => app.inject({ url, headers: { 'accept-encoding': encodings } })

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
])('a browser that accepts %s receives the page as %s, also at once', async (accepted, encoding, decoded) => {
  const answers = await Promise.all([get('/', accepted), get('/a-view', accepted)])
  for (const { headers, rawPayload, statusCode } of answers) {
    expect([statusCode, headers['content-encoding']]).toEqual([200, encoding])
    expect(decoded(rawPayload).toString()).toBe(page)
  }
})

test('an image is sent as it is', async () => {
  const { body, headers } = await get('/icon.png', 'br, gzip')
  expect([headers['content-encoding'], body]).toEqual([undefined, 'pixels'])
})

test('a file that the browser has is not sent again', async () => {
  const { headers } = await get('/', 'br')
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['citizen', 'console', 'desk'])(
  'HEAD of a page of %s answers like GET, without a body',
  async (surface) => {
    const http = openHttp({
      newId: idSource(manualClock(0), systemRandom()),
      ...{ log: () => {}, trustsCertificate: () => false, trustedProxies: [] },
    })
    const pages = http.createServer(null, surface)
    addAppFiles(pages, readAppFiles(folder), {})
    await listen(pages, '127.0.0.1', 0)
    const ask = async (method: string) => {
      const answer = await fetch(urlOf(pages, '127.0.0.1', 'http'), { method })
      const [length, etag] = ['content-length', 'etag'].map((name) => answer.headers.get(name))
      return { status: answer.status, length, etag, text: await answer.text() }
    }
    const get = await ask('GET')
    expect(get).toMatchObject({ status: 200, text: page })
    expect(await ask('HEAD')).toEqual({ ...get, text: '' })
    await pages.close()
  },
)
