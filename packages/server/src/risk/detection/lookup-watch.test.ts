import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { manualClock, minuteMs } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { type Alarm, listAlarms } from './alarms.ts'
import { createLookupWatch } from './lookup-watch.ts'
import { forgetDetections } from './retention.ts'

const noon = Date.UTC(2026, 2, 15, 12)
const key = createSecretKey(randomBytes(32))
let database: TestDatabase
let clock: ReturnType<typeof manualClock>
let applicationId: string
let raised: Alarm[]

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => {
  clock = manualClock(noon)
  applicationId = `app_${randomUUID()}`
  raised = []
})

const newProcess = (pool: Pick<TestDatabase['pool'], 'query'> = database.pool) =>
  createLookupWatch({
    ...{ pool, clock, key, newRecorder: randomUUID, thresholds: { missing: 1_000, asked: 5_000 } },
    onAlarm: (alarm) => raised.push(alarm),
  })
type Process = ReturnType<typeof newProcess>

const lookUp = (process: Process, from: number, to: number, found: boolean) => {
  for (let number = from; number < to; number++) {
    process.note({ applicationId, identifier: { type: 'svc_id', value: `COD-${number}` }, found })
  }
}
const kinds = () => raised.map(({ kind }) => kind)

test('many different identifiers that are not found raise one alarm, over all processes', async () => {
  const [one, two] = [newProcess(), newProcess()]
  lookUp(one, 0, 700, false)
  lookUp(two, 700, 1_400, false)
  await one.flush()
  expect(kinds()).toEqual([])
  await two.flush()
  expect(kinds()).toEqual(['identifier_enumeration'])
  // It continues. Within the hour no second alarm is raised.
  clock.advance(minuteMs)
  lookUp(one, 2_000, 3_000, false)
  await one.flush()
  expect(kinds()).toEqual(['identifier_enumeration'])
  const listed = await listAlarms(database.pool, { since: new Date(noon), limit: 10, applicationId })
  expect(listed).toEqual(raised)
  expect(listed[0]?.details.not_found).toBeGreaterThan(1_260)
  expect(listed[0]?.details.not_found).toBeLessThan(1_540)
})

test('the window slides: look-ups of ten minutes ago do not count', async () => {
  const process = newProcess()
  lookUp(process, 0, 700, false)
  await process.flush()
  clock.advance(10 * minuteMs)
  lookUp(process, 700, 1_400, false)
  await process.flush()
  expect(kinds()).toEqual([])
})

test('within the window minutes add up', async () => {
  const process = newProcess()
  for (let minute = 0; minute < 8; minute++) {
    lookUp(process, minute * 200, (minute + 1) * 200, false)
    await process.flush()
    clock.advance(minuteMs)
  }
  expect(kinds()).toEqual(['identifier_enumeration'])
})

test('repeated look-ups of the same identifiers are not an enumeration', async () => {
  const process = newProcess()
  for (let minute = 0; minute < 9; minute++) {
    lookUp(process, 0, 500, false)
    await process.flush()
    clock.advance(minuteMs)
  }
  expect(kinds()).toEqual([])
})

test('a large batch of customers, some of them unknown, is volume and not an enumeration', async () => {
  const process = newProcess()
  lookUp(process, 0, 1_200, false)
  lookUp(process, 1_200, 4_700, true)
  lookUp(process, 4_700, 12_000, true)
  await process.flush()
  expect(kinds()).toEqual(['identifier_volume'])
})

test('counts that could not be written are added to the next minute', async () => {
  let failing = true
  const query = (...asked: Parameters<TestDatabase['pool']['query']>) =>
    failing ? Promise.reject(new Error('away')) : database.pool.query(...asked)
  const process = newProcess({ query } as unknown as TestDatabase['pool'])
  lookUp(process, 0, 600, false)
  await expect(process.flush()).rejects.toThrow('away')
  failing = false
  clock.advance(minuteMs)
  lookUp(process, 600, 1_200, false)
  await process.flush()
  expect(kinds()).toEqual(['identifier_enumeration'])
})

test('applications are watched separately, and sketches are deleted after an hour', async () => {
  const process = newProcess()
  lookUp(process, 0, 700, false)
  applicationId = `app_${randomUUID()}`
  lookUp(process, 700, 1_400, false)
  await process.flush()
  expect(kinds()).toEqual([])
  const count = async () => {
    const { rows } = await database.pool.query(
      'select count(*)::int from lookup_sketches where application_id = $1',
      [applicationId],
    )
    return rows[0].count
  }
  expect(await count()).toBe(1)
  await forgetDetections(database.pool, noon + 60 * minuteMs)
  expect(await count()).toBe(1)
  await forgetDetections(database.pool, noon + 61 * minuteMs)
  expect(await count()).toBe(0)
})

test('an alarm that the database refuses stops none of another application', async () => {
  const moved = applicationId
  const refusing = {
    query: (async (text: string, values: unknown[]) => {
      if (text.includes('insert into alarms') && values.includes(moved)) throw new Error('moved')
      return database.pool.query(text, values)
    }) as TestDatabase['pool']['query'],
  }
  const process = newProcess(refusing)
  lookUp(process, 0, 1_400, false)
  applicationId = `app_${randomUUID()}`
  lookUp(process, 0, 1_400, false)
  await expect(process.flush()).rejects.toThrow('moved')
  expect(raised.map(({ application_id }) => application_id)).toEqual([applicationId])
})
