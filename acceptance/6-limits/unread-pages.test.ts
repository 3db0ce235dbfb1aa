import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, post, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import {
  asynchronously,
  batchItems,
  batchPath,
  batchRequest,
  finishedBatch,
  kycRequest,
  singlePath,
  validate,
} from '../client/kyc.ts'
import type { Batch, ResultsList } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { longestDelayMs, memoryOf, preloading } from '../installation/preload.ts'
import {
  type Installation,
  removeInstallation,
  startInstallation,
} from '../installation/start-installation.ts'
import { startedDataDir } from '../installation/started-data-dir.ts'

const items = 500
const requests = 60
const maxPageBytes = 8_000_000
/** One request may delay other callers by 100 ms, and these 60 together by slightly more. */
const maxDelayMs = 200
const mebibyte = 1024 * 1024
/** Large pages of an application that are rendered or unread (docs/specification/limits.md). */
const unreadPages = 2
/** Two pages as text, as bytes and as base64, and other memory of a process. */
const maxGrownBytes = 128 * mebibyte

const dataDir = startedDataDir()
let installation: Installation
beforeAll(async () => {
  installation = await startInstallation(dataDir, preloading(dataDir, ['DELAY', 'MEMORY']), {
    fromSources: true,
  })
})
afterAll(() => removeInstallation(dataDir, installation))

/** The memory of the process after a garbage collection. */
const heldBytes = async (): Promise<number> => {
  const { heapUsed, external } = await memoryOf(dataDir)
  return heapUsed + external
}

/** Sends a call, and reads no more of its answer than the first bytes. */
const leaveUnread = async (credentials: Credentials, target: string) => {
  const { hostname, port } = new URL(credentials.base_url)
  const { headers } = signedRequest(credentials, 'GET', target)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\n${lines.join('')}\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: Number(first.subarray(9, 12).toString()) }
}

/** How long each call takes, one after the other, until `isOver`. */
const latenciesMs = async (credentials: Credentials, isOver: (calls: number) => boolean) => {
  const latencies: number[] = []
  while (!isOver(latencies.length)) {
    const startMs = performance.now()
    expect((await validate(credentials, '0001')).status).toBe(200)
    latencies.push(performance.now() - startMs)
  }
  return latencies.sort((one, other) => one - other)
}
const median = (sorted: number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN

/** A batch whose page of results is as large as a page may be. */
const targetOfLargePage = async (reader: Credentials): Promise<string> => {
  const withFiles = { scopes: undefined, document_delivery: 'base64' }
  const body = batchRequest(batchItems(items), withFiles)
  const submitted = await post<Batch>(reader, batchPath, body, asynchronously)
  expect(await finishedBatch(reader, submitted.json.id)).toMatchObject({ succeeded_items: items })
  const target = `/v1/batches/${submitted.json.id}/results?limit=500`
  const page = await get<ResultsList>(reader, target)
  expect(page.json.next_cursor).not.toBeNull()
  const pageBytes = Buffer.byteLength(JSON.stringify(page.json.data))
  expect(pageBytes).toBeLessThanOrEqual(maxPageBytes)
  // Otherwise the pages of this test would be too small for a result.
  expect(pageBytes).toBeGreaterThan(maxPageBytes / 2)
  return target
}

type Unread = Awaited<ReturnType<typeof leaveUnread>>

const expectFewServed = (unread: readonly Unread[]) => {
  const statuses = unread.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses.filter((status) => status === 200)).toHaveLength(unreadPages)
}

test('of 60 unread pages two are sent, the others get 503, and no other caller is delayed', async () => {
  const reader = await createApplication(dataDir, { burst: 10_000 })
  const other = await createApplication(dataDir, { burst: 10_000 })
  const target = await targetOfLargePage(reader)

  const before = await latenciesMs(other, (calls) => calls === 30)
  const heldBefore = await heldBytes()
  await longestDelayMs(dataDir)

  const answered: Unread[] = []
  const asked = Array.from({ length: requests }, async () => {
    answered.push(await leaveUnread(reader, target))
  })
  const meanwhile = await latenciesMs(other, (calls) => calls >= 30 && answered.length === requests)
  await Promise.all(asked)
  const delayMs = await longestDelayMs(dataDir)
  const grownBytes = (await heldBytes()) - heldBefore

  expectFewServed(answered)
  const summary = (latencies: number[]) => `${median(latencies)} ms, at most ${Math.max(...latencies)} ms`
  const measured = `before ${summary(before)}; meanwhile ${summary(meanwhile)}; ${grownBytes} bytes, delay of ${delayMs} ms`
  expect(grownBytes, measured).toBeLessThan(maxGrownBytes)
  expect(delayMs, measured).toBeLessThan(maxDelayMs)
  expect(median(meanwhile), measured).toBeLessThan(Math.max(10 * median(before), 200))
  expect(Math.max(...meanwhile), measured).toBeLessThan(Math.max(10 * Math.max(...before), 3_000))

  // The refusal says when to ask again.
  expect(await get(reader, target)).toMatchObject({
    status: 503,
    headers: { 'retry-after': '1' },
    json: { error: 'overloaded', retry_after: 1 },
  })
  for (const { socket } of answered) socket.destroy()
  await expect.poll(async () => (await get(reader, target)).status, { timeout: 15_000 }).toBe(200)
})

test('two applications that read no page leave room for the bodies of all callers', async () => {
  const readers = [await createApplication(dataDir, { burst: 10_000 })]
  readers.push(await createApplication(dataDir, { burst: 10_000 }))
  const other = await createApplication(dataDir)
  const unread: Unread[] = []
  for (const reader of readers) {
    const target = await targetOfLargePage(reader)
    const pages = await Promise.all(Array.from({ length: requests }, () => leaveUnread(reader, target)))
    expectFewServed(pages)
    unread.push(...pages)
  }
  // Unknown fields are ignored.
  const request = kycRequest('0001', { padding: 'x'.repeat(10 * mebibyte) })
  for (const caller of [...readers, other]) {
    const bodies = Array.from({ length: 2 }, () => post(caller, singlePath, request))
    expect((await Promise.all(bodies)).map(({ status }) => status)).toEqual([200, 200])
  }
  for (const { socket } of unread) socket.destroy()
})
