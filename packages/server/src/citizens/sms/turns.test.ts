import { randomBytes } from 'node:crypto'
import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import type { SmsMessage } from './message.ts'
import { writeSms } from './message-rows.ts'
import { sendDueSms } from './send-waiting.ts'
import { forecastTurn, turnBounds } from './turns.ts'

const random = systemRandom()
const newId = idSource(manualClock(Date.now()), random)
const vault = createVault(randomBytes(32), 'sms', random)
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('delete from sms_messages'))

let numbers = 0
const turn = (network: string, number: string) => ({
  network: Buffer.from(network),
  recipient: Buffer.from(number),
})
/** A code that a network asks for. Each goes to a number of its own, unless one is named. */
const ask = (network: string, { number = `number ${++numbers}`, isKnown = true } = {}) =>
  writeSms(
    database.pool,
    {
      ...{ environment: 'production', to: isKnown ? '+243810000001' : null, text: `${network} ${number}` },
      ...{ kind: 'code', ...turn(network, number) },
    },
    { newId, vault, destinationOf: () => 'waiting' },
  )
const askOften = async (network: string, times: number) => {
  for (let index = 0; index < times; index++) await ask(network)
}

/** The texts that leave now, in their order. */
const send = async (maxCodesPerHour: number): Promise<string[]> => {
  const texts: string[] = []
  await sendDueSms({
    ...{ pool: database.pool, vault, maxCodesPerHour },
    gateway: { send: async ({ text }: SmsMessage) => void texts.push(text) },
    onHalfUsed: (state) => void halves.push(state),
    onError: () => {},
  })
  return texts
}
const halves: { used: number; bound: number }[] = []
const networksOf = (texts: readonly string[]) => texts.map((text) => text.split(' ')[0])
const age = (minutes: number) =>
  database.pool.query(
    `update sms_messages set taken_at = taken_at - make_interval(mins => $1),
       created_at = created_at - make_interval(mins => $1)`,
    [minutes],
  )
const minutesUntil = async (network: string, number: string, codesPerHour: number) => {
  const bounds = turnBounds(codesPerHour)
  const { now, leavesAt } = await forecastTurn(database.pool, turn(network, number), bounds)
  return Math.round((+leavesAt - +now) / 60_000)
}

test('one network gets a twentieth of the bound within an hour', async () => {
  await askOften('flood', 10)
  expect(await send(100)).toHaveLength(5)
  expect(await send(100)).toEqual([])
  await ask('home')
  expect(networksOf(await send(100))).toEqual(['home'])
  await age(61)
  expect(await send(100)).toHaveLength(5)
})

test('the network with the fewest messages of the hour comes first', async () => {
  for (let index = 0; index < 75; index++) await ask(`earlier${index}`)
  await send(100)
  for (const network of ['one', 'two', 'three']) await askOften(network, 4)
  await ask('home')
  // Seven leave: the rest of the ordinary ones, and the pace of the reserve.
  const texts = networksOf(await send(100))
  const countOf = (network: string) => texts.filter((one) => one === network).length
  expect(texts).toHaveLength(7)
  expect(countOf('home')).toBe(1)
  for (const network of ['one', 'two', 'three']) expect(countOf(network)).toBe(2)
})

test('thirty-four networks that use up the bound do not keep a number without a code today from its message', async () => {
  // Four fifths of the bound, and the pace of the reserve.
  for (let network = 0; network < 34; network++) await askOften(`flood${network}`, 3)
  const flood = await send(100)
  expect(flood).toHaveLength(80 + 2)
  await age(6)
  await ask('home')
  const next = networksOf(await send(100))
  expect(next).toContain('home')
  expect(next).toHaveLength(2)
})

test('the reserve is only for numbers without a code today', async () => {
  await ask('home', { number: 'again' })
  await send(100)
  await age(90)
  for (let network = 0; network < 30; network++) await askOften(`flood${network}`, 3)
  await send(100)
  await age(6)
  await database.pool.query(`delete from sms_messages where state = 'waiting'`)
  await ask('home', { number: 'again' })
  expect(await send(100)).toEqual([])
  await ask('home', { number: 'new' })
  expect(await send(100)).toEqual(['home new'])
})

test('half of the bound is reported', async () => {
  halves.length = 0
  for (let index = 0; index < 4; index++) await ask(`network${index}`)
  await send(10)
  expect(halves).toEqual([])
  await ask('network5')
  await send(10)
  expect(halves[0]).toEqual({ used: 5, bound: 10 })
})

test('a further attempt keeps its turn, also when the bound is used up', async () => {
  await ask('home', { number: 'one' })
  const failing = { send: () => Promise.reject(new Error('away')) }
  const options = { pool: database.pool, vault, onHalfUsed: () => {}, onError: () => {} }
  await sendDueSms({ ...options, maxCodesPerHour: 1, gateway: failing })
  await database.pool.query('update sms_messages set next_attempt_at = now()')
  expect(await send(1)).toEqual(['home one'])
})

test('of several processes at the same time, each message leaves once', async () => {
  await askOften('home', 5)
  const texts = (await Promise.all(Array.from({ length: 4 }, () => send(100)))).flat()
  expect(texts.toSorted()).toHaveLength(5)
  expect(new Set(texts).size).toBe(5)
})

test('a message leaves at once, when its network has turns again, or in the pace of the reserve', async () => {
  expect(await minutesUntil('home', 'new', 100)).toBe(0)
  await askOften('home', 5)
  expect(await minutesUntil('home', 'new', 100)).toBe(60)
  await send(100)
  await age(20)
  expect(await minutesUntil('home', 'new', 100)).toBe(40)
  expect(await minutesUntil('other', 'new', 100)).toBe(0)
  await database.pool.query('delete from sms_messages')
  for (let network = 0; network < 34; network++) await askOften(`flood${network}`, 3)
  await send(100)
  // Two of the reserve left just now. A network with fewer messages comes before the rest of the flood.
  expect(await minutesUntil('home', 'new', 100)).toBe(5)
  await ask('home', { number: 'again' })
  await age(6)
  await send(100)
  expect(await minutesUntil('home', 'again', 100)).toBeGreaterThan(30)
})

test('unknown identifiers use turns up and are forecast like known ones', async () => {
  const forecasts = []
  for (const isKnown of [true, false]) {
    await database.pool.query('delete from sms_messages')
    for (let network = 0; network < 20; network++)
      for (let index = 0; index < 4; index++) await ask(`flood${network}`, { isKnown })
    await ask('home', { number: 'asked', isKnown })
    await send(100)
    forecasts.push([
      await minutesUntil('home', 'asked', 100),
      await minutesUntil('home', 'new', 100),
      await minutesUntil('flood1', 'new', 100),
    ])
  }
  expect(forecasts[1]).toEqual(forecasts[0])
  expect(forecasts[0]?.[0]).toBeGreaterThan(0)
})
