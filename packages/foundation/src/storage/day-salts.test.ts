import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts'
import { manualClock, Refusal, systemRandom } from '../core/index.ts'
import { openDaySalts } from './day-salts.ts'
import { createDailyVault } from './vault.ts'

const dayMs = 86_400_000
const noon = Date.UTC(2026, 2, 15, 12)
const today = Math.floor(noon / dayMs)
const masterKey = randomBytes(32)
const random = systemRandom()
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let errors: unknown[]
const opened: TestDatabase[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  opened.push(database)
  clock = manualClock(noon)
  errors = []
})
afterEach(() => {
  expect(errors).toEqual([])
  return database.pool.end()
})
afterAll(() => Promise.all(opened.map((one) => one.drop())))

const openSalts = () =>
  openDaySalts({ ownerPool: database.pool, clock, random, onError: (error) => errors.push(error) })
const vaultOf = (salts: Awaited<ReturnType<typeof openSalts>>, use = 'results') =>
  createDailyVault({ masterKey, use, random, salts })
const context = 'result:app_1:kyc_1'
const text = Buffer.from('Kabeya Ilunga')

test('processes that start at once agree on the salts, also of the coming days', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, openSalts))
  for (let day = today - 1; day <= today + 7; day++) {
    for (const retention of ['month', 'year', 'kept'] as const) {
      const salts = new Set(all.map((one) => one.saltOf(retention, day).toString('hex')))
      expect(salts.size).toBe(1)
    }
  }
  const [one, two] = all.map((salts) => vaultOf(salts))
  expect(two?.open(one?.seal(text, context) as Buffer, context)).toEqual(text)
})

test('salts differ by day and retention', async () => {
  const salts = await openSalts()
  const seen = [today, today + 1].flatMap((day) =>
    (['month', 'year', 'kept'] as const).map((retention) => salts.saltOf(retention, day).toString('hex')),
  )
  expect(new Set(seen).size).toBe(seen.length)
})

test('erasing the salt of a day erases only the data encrypted on it, in every process', async () => {
  const [one, two] = [await openSalts(), await openSalts()]
  const result = vaultOf(one).seal(text, context)
  const credential = vaultOf(one, 'credentials').seal(text, context)
  const reason = vaultOf(one, 'face-reasons').seal(text, context)
  clock.advance(33 * dayMs)
  await one.createComing(clock.now())
  const later = vaultOf(one).seal(text, context)
  await one.erasePast(clock.now())
  expect(vaultOf(one).open(result, context)).toEqual(text)
  clock.advance(dayMs)
  await one.erasePast(clock.now())
  await two.createComing(clock.now())
  for (const salts of [one, two]) {
    expect(() => vaultOf(salts).open(result, context)).toThrow('whose salt is erased')
    expect(vaultOf(salts).open(later, context)).toEqual(text)
    expect(vaultOf(salts, 'credentials').open(credential, context)).toEqual(text)
    expect(vaultOf(salts, 'face-reasons').open(reason, context)).toEqual(text)
  }
  clock.advance(402 * dayMs)
  await one.createComing(clock.now())
  await one.erasePast(clock.now())
  expect(() => vaultOf(one, 'face-reasons').open(reason, context)).toThrow('whose salt is erased')
  expect(vaultOf(one, 'credentials').open(credential, context)).toEqual(text)
})

test('after a jump of the clock a call is 503 once, and the salt is created', async () => {
  const salts = await openSalts()
  clock.advance(40 * dayMs)
  const seal = () => vaultOf(salts).seal(text, context)
  expect(seal).toThrow(Refusal)
  await expect.poll(seal).toBeInstanceOf(Buffer)
  expect(vaultOf(await openSalts()).open(seal(), context)).toEqual(text)
})

test('a value of a day that another process is ahead with opens after the salts were loaded', async () => {
  const behind = await openSalts()
  const ahead = await openSalts()
  const start = clock.now()
  await ahead.createComing(start + 10 * dayMs)
  const sealed = createDailyVault({
    ...{ masterKey, random, use: 'results' },
    salts: { ...ahead, today: () => today + 12 },
  }).seal(text, context)
  clock.advance(60_000)
  expect(() => vaultOf(behind).open(sealed, context)).toThrow(Refusal)
  await expect.poll(() => vaultOf(behind).open(sealed, context)).toEqual(text)
})
