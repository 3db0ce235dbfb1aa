import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { openConnections, publicOrLoopback, systemLookup } from '@nani/foundation/outbound/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createHttpGateway } from './http-gateway.ts'
import type { NewSms } from './message.ts'
import { type Destination, forgetSms, listShownSms, writeSms } from './message-rows.ts'
import { type SmsUse, smsModule } from './module.ts'
import { sendDueSms } from './send-waiting.ts'

const clock = manualClock(Date.now())
const random = systemRandom()
const newId = idSource(clock, random)
const vault = createVault(randomBytes(32), 'sms', random)
const connections = openConnections({ policy: publicOrLoopback, lookup: systemLookup(), clock })
const received: { headers: IncomingHttpHeaders; json: { id: string; to: string; text: string } }[] = []
let status = 202
const provider = createServer(async (request, response) => {
  received.push({ headers: request.headers, json: JSON.parse(await text(request)) })
  response.writeHead(status).end()
})
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await connections.close()
  provider.close()
  await database.drop()
})
beforeEach(async () => {
  received.length = 0
  status = 202
  await database.pool.query('delete from sms_messages')
})

let written = 0
/** Each code comes from a network of its own and goes to a number of its own, unless a test says otherwise. */
const turn = (names: { network?: string; recipient?: string } = {}) => ({
  network: Buffer.from(names.network ?? `network ${++written}`),
  recipient: Buffer.from(names.recipient ?? `number ${++written}`),
})
type Written = {
  [Name in 'to' | 'text' | 'environment']?: NewSms[Name]
} & { kind?: 'report'; network?: string; recipient?: string }
const write = ({ kind, network, recipient, ...sms }: Written, destination: Destination) => {
  const names = { ...(network && { network }), ...(recipient && { recipient }) }
  return writeSms(
    database.pool,
    {
      ...{ environment: 'production', to: '+243810000001', text: 'Code 493027', ...sms },
      ...(kind === 'report' ? { kind } : { kind: 'code', ...turn(names) }),
    },
    { newId, vault, destinationOf: () => destination },
  )
}
const errors: unknown[] = []
const halves: SmsUse[] = []
const send = (maxCodesPerHour = 100) => {
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/messages`
  const gateway = createHttpGateway(connections, { url, secret: 'sms-secret' })
  const onError = (error: unknown) => void errors.push(error)
  const onHalfUsed = (state: SmsUse) => void halves.push(state)
  return sendDueSms({ pool: database.pool, vault, gateway, maxCodesPerHour, onHalfUsed, onError })
}
const shownTexts = async (ofProduction = true) =>
  (await listShownSms(database.pool, vault, { ofProduction })).map(({ text: shown }) => shown)
const rows = async () =>
  (await database.pool.query('select state, attempts, sealed_message, message_id from sms_messages')).rows

test('the provider gets the documented request once, and the message is erased', async () => {
  await write({}, 'waiting')
  await Promise.all([send(), send(), send()])
  expect(received).toHaveLength(1)
  const [{ headers, json }] = received as [(typeof received)[0]]
  expect(headers).toMatchObject({
    authorization: 'Bearer sms-secret',
    'content-type': 'application/json',
    'idempotency-key': json.id,
  })
  expect(json).toMatchObject({ to: '+243810000001', text: 'Code 493027' })
  expect(await rows()).toMatchObject([{ state: 'sent', sealed_message: Buffer.alloc(0) }])
})

test('a message that the provider refused is sent again later with the same id; its error names no one', async () => {
  await write({}, 'waiting')
  status = 500
  await send()
  await send()
  expect(received).toHaveLength(1)
  expect(String(errors.at(-1))).toContain('500')
  expect(String(errors.at(-1))).not.toMatch(/243810000001|493027/)
  status = 200
  await database.pool.query('update sms_messages set next_attempt_at = now()')
  await send()
  expect(received.map(({ json }) => json.id)).toEqual([received[0]?.json.id, received[0]?.json.id])
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

test('a code without a recipient takes its turn like any other, and a report without one none; no one gets them', async () => {
  await write({ to: null }, 'waiting')
  await write({ to: null, kind: 'report' }, 'waiting')
  await send(1)
  expect(received).toEqual([])
  expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sent', 'void'])
  await write({}, 'waiting')
  await send(1)
  expect(received).toEqual([])
})

test('codes are bounded within an hour, for all citizens together; a report of a device is sent all the same', async () => {
  for (let index = 0; index < 3; index++) await write({}, 'waiting')
  await send(2)
  expect(received).toHaveLength(2)
  expect(String(errors.at(-1))).toContain('2 codes were sent within an hour')
  await write({ kind: 'report', text: 'A device was added' }, 'waiting')
  await send(2)
  expect(received.map(({ json }) => json.text)).toEqual(['Code 493027', 'Code 493027', 'A device was added'])
  await database.pool.query(`update sms_messages set taken_at = taken_at - interval '61 minutes'`)
  await send(2)
  expect(received).toHaveLength(4)
})

test('a page that others reach shows no message that an earlier start kept of production', async () => {
  await write({}, 'shown')
  await write({ environment: 'sandbox', text: 'Code 000111' }, 'shown')
  expect(await shownTexts(false)).toEqual(['Code 000111'])
})

test('the demo shows the newest messages; the database holds neither number nor text', async () => {
  await write({}, 'shown')
  await write({ text: 'Code 000111' }, 'shown')
  await send()
  expect(received).toEqual([])
  expect((await shownTexts()).toSorted()).toEqual(['Code 000111', 'Code 493027'])
  expect(JSON.stringify(await rows())).not.toContain('493027')
  await forgetSms(database.pool, Date.now() + 86_400_000 + 60_000)
  expect(await rows()).toEqual([])
})

test('a process that started as a demo shows no message once another start has ended the demo', async () => {
  await write({}, 'shown')
  let isDemo = true
  const needs = { pool: database.pool, clock, newId, vaultFor: () => vault, log: () => {} }
  const { provides, stop } = await smsModule.open(
    { ...needs, host: '127.0.0.1', demo: 'production', isDemo: async () => isDemo },
    { smsUrl: null, smsSecret: null, smsCodesPerHour: 100 },
  )
  expect(await provides.sms.shown?.()).toMatchObject([{ text: 'Code 493027' }])
  isDemo = false
  expect(await provides.sms.shown?.()).toEqual([])
  await stop()
})

test.each([
  ['production', 'production', '127.0.0.1', null, 'shown'],
  ['production', 'production', '0.0.0.0', null, 'void'],
  ['production', 'sandbox', '127.0.0.1', null, 'void'],
  ['production', 'none', '127.0.0.1', null, 'void'],
  ['production', 'production', '127.0.0.1', 'https://sms.example/', 'waiting'],
  ['sandbox', 'production', '127.0.0.1', 'https://sms.example/', 'shown'],
  ['sandbox', 'sandbox', '0.0.0.0', null, 'shown'],
  ['sandbox', 'none', '127.0.0.1', 'https://sms.example/', 'void'],
] as const)(
  'a message of %s, with demo %s on %s and provider %s: %s',
  async (environment, demo, host, smsUrl, state) => {
    const needs = {
      pool: database.pool,
      clock,
      newId,
      vaultFor: () => vault,
      log: () => {},
      host,
      demo,
      isDemo: async () => true,
    }
    const settings = { smsUrl, smsSecret: 'secret', smsCodesPerHour: 100 }
    const { provides, stop } = await smsModule.open(needs, settings)
    const message = { environment, to: '+243810000001', text: 'Code', kind: 'code' as const }
    await provides.sms.write(database.pool, { ...message, ...turn() })
    expect(await rows()).toMatchObject([{ state }])
    await stop()
  },
)
