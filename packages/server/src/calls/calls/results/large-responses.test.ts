import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { FileContent } from '../../../register/register/index.ts'
import { createKycValidation } from '../../../services/kyc/index.ts'
import { testApplication } from '../../../testing/application.ts'
import { batchCaller, batchesPath, batchItems } from '../../../testing/batch.ts'
import { prepareCall } from '../../../testing/call.ts'
import { testCitizen, testRegister } from '../../../testing/citizen.ts'
import { kycBody, type Modes, startModes } from '../../../testing/modes.ts'
import { createDeliverFiles } from './files.ts'

/** Of a portrait; in base64 it is a third larger. */
let fileBytes = 0
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
  modes.dependencies.deliverFiles = createDeliverFiles(modes.links, register.readFile)
})
afterAll(() => modes.stop())
beforeEach(() => {
  fileBytes = 700_000
})

const newApplication = (changes: Partial<Application> = {}) =>
  modes.admitApplication(testApplication(changes))
const { expectWhole } = batchCaller(() => modes)

const withPortraits = { scopes: ['kyc.biometrics.selfie'], document_delivery: 'base64' }
const batchOf = (count: number, idempotencyKey?: string) => ({
  target: batchesPath,
  body: { purpose: 'customer_onboarding', ...withPortraits, items: batchItems(count) },
  ...(idempotencyKey && { idempotencyKey }),
})

type Entry = { read_ids: string[] | null; result_id: string | null }
const entriesOf = async ({ applicationId }: Application): Promise<Entry[]> => {
  const { rows } = await modes.database.pool.query<Entry>(
    'select read_ids, result_id from audit_entries where application_id = $1 order by entry_id',
    [applicationId],
  )
  return rows
}

test('a synchronous batch whose results are larger than 16 MB is refused without a charge', async () => {
  const application = newApplication()
  const refused = await modes.call(application, batchOf(18))
  expect(refused).toMatchObject({
    status: 413,
    json: { error: 'batch_too_large', max_response_bytes: 16_000_000 },
  })
  await expectWhole(application, 0)
  const sent = await modes.call(application, batchOf(17))
  expect(sent.status).toBe(200)
  await expectWhole(application, 17)
})

test.each([
  ['a small one', 1_000],
  ['a large one', 700_000],
])('a replay is the same response, and its audit entry names the same results: %s', async (_size, bytes) => {
  fileBytes = bytes
  const application = newApplication()
  const call = batchOf(4, randomUUID())
  const first = await modes.call(application, call)
  expect(first.status).toBe(200)
  const before = await entriesOf(application)
  const second = await modes.call(application, call)
  expect(second).toMatchObject({ status: 200, json: first.json })
  expect(second.headers['idempotent-replayed']).toBe('true')
  await expectWhole(application, 4)
  const after = await entriesOf(application)
  expect(after).toHaveLength(before.length + 1)
  const ids = before.flatMap(({ result_id }) => result_id ?? []).toSorted()
  expect(after.at(-1)?.read_ids?.toSorted()).toEqual(ids)
  expect(ids).toHaveLength(4)
})

test('a replay of what an earlier release stored is audited by its body', async () => {
  const application = newApplication()
  const call = { body: kycBody(withPortraits), idempotencyKey: randomUUID() }
  const first = await modes.call(application, call)
  await modes.database.pool.query(
    'update idempotency_keys set disclosed_ids = null where application_id = $1',
    [application.applicationId],
  )
  expect((await modes.call(application, call)).json).toEqual(first.json)
  expect((await entriesOf(application)).at(-1)?.read_ids).toEqual([first.json.id])
})

/** Sends a call, and reads nothing of the response but its first bytes. */
const leaveUnread = async (
  application: Application,
  call: ReturnType<typeof batchOf>,
): Promise<{ socket: Socket; head: string }> => {
  const timestamp = Math.floor(modes.clock.now() / 1000)
  const { headers, body } = prepareCall(application, { timestamp, ...call })
  const { hostname, port } = new URL(modes.baseUrl)
  const socket = connect(Number(port), hostname)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST ${call.target} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: ${body.length}\r\n${lines.join('')}\r\n`,
  )
  socket.write(body)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, head: first.subarray(9, 12).toString() }
}

test('two large replays of an application may be unread; the next one gets 503', async () => {
  const application = newApplication()
  const call = batchOf(6, randomUUID())
  expect((await modes.call(application, call)).status).toBe(200)
  const unread = []
  for (let replay = 0; replay < 3; replay++) unread.push(await leaveUnread(application, call))
  expect(unread.map(({ head }) => head)).toEqual(['200', '200', '503'])
  for (const { socket } of unread) socket.destroy()
  await expect.poll(async () => (await modes.call(application, call)).status).toBe(200)
  await expectWhole(application, 6)
})

test('a large synchronous response without room in the share of its key is refused before it is charged', async () => {
  const application = newApplication()
  const unread = []
  // The budget of the test is 64 MiB, of which responses of one key have all.
  for (let batch = 0; batch < 4; batch++) unread.push(await leaveUnread(application, batchOf(15)))
  expect(unread.map(({ head }) => head)).toEqual(['200', '200', '200', '503'])
  await expectWhole(application, 45)
  for (const { socket } of unread) socket.destroy()
  // The server notices later that they are gone. The next test needs the memory that they held.
  await expect.poll(async () => (await modes.call(application, batchOf(15))).status).toBe(200)
})
