import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { groupWrites, withoutRepeats } from './grouped-writes.ts'
import { readRequest } from './requests.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const browserHash = Buffer.alloc(32, 1)
let requests = 0

const open = async (writes: ReturnType<typeof groupWrites>) => {
  const handle = { applicationId: 'app_1', requestId: `sgn_${++requests}` }
  await writes.open({
    ...handle,
    ...{ environment: 'production', apiKey: 'key_live_1', redirectUri: 'https://shop.example/?a={b}' },
    ...{ state: '"},{', nonce: null, scopes: ['openid', 'svc:kyc.emails'], codeChallenge: 'c' },
    ...{ browserHash, shownNumber: 42, sealedBrowser: Buffer.from([0, 255]) },
  })
  return handle
}
const openMany = (writes: ReturnType<typeof groupWrites>, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(writes)))

const person = (citizen = randomBytes(32), source = randomBytes(32)) => ({
  ...{ browserHash, citizen, counted: citizen, source, answer: null },
  sealedCitizen: Buffer.from('sealed'),
})

test('requests that are opened together have their own values', async () => {
  const handles = await openMany(groupWrites(database.pool), 3)
  for (const handle of handles)
    expect(await readRequest(database.pool, handle)).toMatchObject({
      ...{
        request_id: handle.requestId,
        redirect_uri: 'https://shop.example/?a={b}',
        state: '"},{',
        nonce: null,
      },
      ...{
        scopes: ['openid', 'svc:kyc.emails'],
        browser_hash: browserHash,
        shown_number: 42,
        status: 'started',
      },
      sealed_browser: Buffer.from([0, 255]),
    })
})

test('of several answers to a request at the same time, the first is final', async () => {
  const writes = groupWrites(database.pool)
  const handles = await openMany(writes, 2)
  await Promise.all(handles.map((handle) => writes.identify(handle, person())))
  const [one, other] = handles as [(typeof handles)[0], (typeof handles)[0]]
  const given = await Promise.all([
    writes.answer(one, { answer: 'declined' }),
    writes.answer(other, { answer: 'approved', approvedWith: 'swk' }),
    writes.answer(one, { answer: 'approved', approvedWith: 'swk' }),
  ])
  expect(given.map((answered) => answered?.request_id)).toEqual([one.requestId, other.requestId, undefined])
  expect((await readRequest(database.pool, one))?.status).toBe('declined')
})

test('of requests of one citizen at the same time, the fourth notifies no one', async () => {
  const writes = groupWrites(database.pool)
  const citizen = randomBytes(32)
  const handles = await openMany(writes, 5)
  const notified = await Promise.all(handles.map((handle) => writes.identify(handle, person(citizen))))
  expect(notified).toEqual([true, true, true, false, false])
})

test('of requests of one network at the same time, twenty notify', async () => {
  const writes = groupWrites(database.pool)
  const source = randomBytes(32)
  const handles = await openMany(writes, 25)
  const notified = await Promise.all(
    handles.map((handle) => writes.identify(handle, person(randomBytes(32), source))),
  )
  expect(notified.filter(Boolean)).toHaveLength(20)
})

test('a form that is sent twice at the same time, and a form of another browser, identify no one again', async () => {
  const writes = groupWrites(database.pool)
  const [handle, foreign] = await openMany(writes, 2)
  if (!handle || !foreign) throw new Error('no request')
  const [first, second] = [person(), person()]
  const notified = await Promise.all([
    writes.identify(handle, first),
    writes.identify(handle, second),
    writes.identify(foreign, { ...person(), browserHash: Buffer.alloc(32, 2) }),
  ])
  expect(notified).toEqual([true, false, false])
  expect((await readRequest(database.pool, handle))?.citizen).toEqual(first.citizen)
  expect((await readRequest(database.pool, foreign))?.status).toBe('started')
})

test('an answer of the sandbox notifies no one', async () => {
  const writes = groupWrites(database.pool)
  const [handle, other] = await openMany(writes, 2)
  if (!handle || !other) throw new Error('no request')
  const notified = await Promise.all([
    writes.identify(handle, { ...person(), answer: 'approved' }),
    writes.identify(other, person()),
  ])
  expect(notified).toEqual([false, true])
  expect(await readRequest(database.pool, handle)).toMatchObject({ status: 'waiting', answer: 'approved' })
})

test('items with a common name stay in their order, in different parts', () => {
  const parts = withoutRepeats(['a1', 'b1', 'a2', 'c1', 'a3', 'b2'], (item) => [item.slice(0, 1)])
  expect(parts).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']])
})
