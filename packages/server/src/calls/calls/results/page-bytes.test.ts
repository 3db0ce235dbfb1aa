import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { limits } from '@nani/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { FileContent } from '../../../register/register/index.ts'
import { createKycValidation } from '../../../services/kyc/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchItems, type Listed } from '../../../testing/batch.ts'
import { prepareCall } from '../../../testing/call.ts'
import { testCitizen, testRegister } from '../../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { createDeliverFiles } from './files.ts'

/** Of a portrait; in base64 it is a third larger. */
let fileBytes = 700_000

let modes: Modes
beforeAll(async () => {
  const register = {
    ...testRegister([testCitizen()]),
    readFile: async (): Promise<FileContent> => ({
      content_type: 'image/png',
      bytes: Buffer.alloc(fileBytes, 7),
    }),
  }
  modes = await startModes({ service: createKycValidation(register) })
  // Results are read with the files of this register.
  modes.dependencies.deliverFiles = createDeliverFiles(modes.links, register.readFile)
})
afterAll(() => modes.stop())

beforeEach(() => {
  fileBytes = 700_000
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const { pageOf } = batchCaller(() => modes)

/** A batch whose results carry a portrait in base64 each: about 0.93 MB. */
const largeBatch = async (application: Application, count: number) => {
  const reply = await modes.call(application, {
    target: '/v1/kyc/validations/batches',
    body: {
      purpose: 'customer_onboarding',
      scopes: ['kyc.biometrics.selfie'],
      document_delivery: 'base64',
      items: batchItems(count),
    },
    prefer: 'respond-async',
  })
  expect(reply.status, reply.text).toBe(202)
  await modes.runChunks()
  return reply.json.id as string
}

test('a page ends at 8 MB, and its cursor continues with the next item', async () => {
  const application = newApplication()
  const batchId = await largeBatch(application, 20)
  const listed: Listed[] = []
  const sizes: number[] = []
  for (let query: string | null = '?limit=500'; query; ) {
    const { data, next } = await pageOf(application, batchId, query)
    sizes.push(Buffer.byteLength(JSON.stringify(data)))
    listed.push(...data)
    query = next && `?limit=500&cursor=${next}`
  }
  expect(listed.map(({ reference }) => reference)).toEqual(batchItems(20).map(({ reference }) => reference))
  expect(sizes).toHaveLength(3)
  for (const size of sizes) expect(size).toBeLessThanOrEqual(limits.pageBytes)
})

test('a page of events ends at 8 MB too, though a few events are larger than that together', async () => {
  // Four of them are larger than a page.
  fileBytes = 1_700_000
  const application = newApplication()
  for (let job = 0; job < 5; job++) {
    const body = kycBody({ scopes: ['kyc.biometrics.selfie'], document_delivery: 'base64' })
    expect((await modes.call(application, { body, prefer: 'respond-async' })).status).toBe(202)
  }
  await modes.runJobs()
  type Page = { data: { id: string }[]; next_cursor: string | null }
  const sizes: number[] = []
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { json } = await modes.get(application, `/v1/events?limit=500${after}`)
    const { data, next_cursor: next } = json as unknown as Page
    if (data.length === 0) break
    sizes.push(Buffer.byteLength(JSON.stringify(data)))
    ids.push(...data.map(({ id }) => id))
    after = `&after=${next}`
  }
  expect(new Set(ids).size).toBe(ids.length)
  // One about the job, and one about its result.
  expect(ids).toHaveLength(10)
  expect(sizes.length).toBeGreaterThan(1)
  for (const size of sizes) expect(size).toBeLessThanOrEqual(limits.pageBytes)
})

test('each full MiB of a page counts against the burst', async () => {
  const application = newApplication({ burstPerSecond: 9 })
  const batchId = await largeBatch(application, 10)
  modes.clock.advance(1_000)
  const first = await modes.get(application, `/v1/batches/${batchId}/results?limit=500`)
  expect(first.status).toBe(200)
  // One for the call and seven for 7.5 MB: one more call passes in this second.
  expect((await modes.get(application, `/v1/batches/${batchId}`)).status).toBe(200)
  expect((await modes.get(application, `/v1/batches/${batchId}`)).json.error).toBe('rate_limited')
  modes.clock.advance(1_000)
  expect((await modes.get(application, `/v1/batches/${batchId}`)).status).toBe(200)
})

/** Sends a call, and reads nothing of the answer but its first bytes. */
const leaveUnread = async (
  application: Application,
  target: string,
): Promise<{ socket: Socket; head: string }> => {
  const timestamp = Math.floor(modes.clock.now() / 1000)
  const call = prepareCall(application, { method: 'GET', target, timestamp })
  const { hostname, port } = new URL(modes.baseUrl)
  const socket = connect(Number(port), hostname)
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${hostname}\r\n${headers.join('')}\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, head: first.subarray(0, 12).toString() }
}

test('two large pages of an application may be unread; the next one gets 503, and other calls are served', async () => {
  const application = newApplication()
  const batchId = await largeBatch(application, 8)
  const target = `/v1/batches/${batchId}/results?limit=500`
  const unread: Socket[] = []
  const heads: string[] = []
  for (let page = 0; page < 4; page++) {
    const { socket, head } = await leaveUnread(application, target)
    unread.push(socket)
    heads.push(head)
  }
  const [sent, refused] = ['HTTP/1.1 200', 'HTTP/1.1 503']
  expect(heads).toEqual([sent, sent, refused, refused])
  const reply = await modes.get(application, target)
  expect(reply).toMatchObject({ status: 503, json: { error: 'overloaded', retry_after: 1 } })
  expect(reply.headers['retry-after']).toBe('1')
  // A small page of the same application needs no place.
  expect((await modes.get(application, '/v1/events?limit=1')).status).toBe(200)
  expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  expect((await modes.call(newApplication(), { body: kycBody() })).status).toBe(200)
  for (const socket of unread) socket.destroy()
  await expect.poll(async () => (await modes.get(application, target)).status, { timeout: 10_000 }).toBe(200)
})
