import { manualClock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/database.ts'
import { createAllDatabases, othersOf } from './others.ts'

let home: TestDatabase
let south: TestDatabase
beforeAll(async () => {
  ;[home, south] = [await createTestDatabase(), await createTestDatabase()]
})
afterAll(async () => {
  await home?.drop()
  await south?.drop()
})

const nameOf = ({ url }: TestDatabase) => new URL(url).pathname.slice(1)
const nameIn = async (pool: pg.Pool): Promise<string> =>
  (await pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''
const inCells = () => [
  { name: 'home', pool: home.pool },
  { name: 'north', pool: null },
  { name: 'south', pool: south.pool },
]
const unreadLine = (names: string) => `not counted, because they do not answer: ${names}`

/** The databases of a process. A database that hangs has 50 ms. */
const openDatabases = () => {
  const clock = manualClock(0)
  const all = createAllDatabases(clock, 50)
  const unread: string[] = []
  const othersThan = (own: string) => othersOf(all, own, (line) => void unread.push(line))
  return { clock, all, unread, othersThan }
}
const hang = () => new Promise<string>(() => {})

test('the others are asked, and not the own database', async () => {
  const { all, unread, othersThan } = openDatabases()
  const ask = othersThan('north')
  expect(await ask(nameIn)).toEqual([])
  all.follow(inCells)
  expect(await ask(nameIn)).toEqual([nameOf(home), nameOf(south)])
  expect(unread).toEqual([])
})

test('one that is away, and one that does not answer in time, are named, and the answers of the others count', async () => {
  const { all, unread, othersThan } = openDatabases()
  all.follow(inCells)
  const ask = othersThan('none')
  expect(await ask((pool) => (pool === south.pool ? hang() : nameIn(pool)))).toEqual([nameOf(home)])
  expect(unread).toEqual([unreadLine('north, south')])
})

test('home alone is not waited for either: while it is down or hangs, it is not counted', async () => {
  for (const [fails, line] of [
    [hang, 'home'],
    [
      (pool: pg.Pool) => pool.query('select 1 / 0').then(() => ''),
      'home (error [22012] severity=ERROR routine=int4div)',
    ],
  ] as const) {
    const { all, unread, othersThan } = openDatabases()
    all.follow(() => [
      { name: 'home', pool: home.pool },
      { name: 'north', pool: null },
    ])
    expect(await othersThan('north')(fails)).toEqual([])
    expect(unread).toEqual([unreadLine(line)])
  }
})

test('a database that was silent is not asked for five seconds, and then by one question alone', async () => {
  const { clock, all, othersThan } = openDatabases()
  all.follow(() => [{ name: 'south', pool: south.pool }])
  let asked = 0
  const [first, second] = [othersThan('home'), othersThan('north')]
  const hangs = () => {
    asked++
    return hang()
  }
  // Callers of all modules wait for one question together.
  await Promise.all([first(hangs), second(hangs), first(hangs)])
  expect(asked).toBe(1)
  clock.advance(4_999)
  expect(await second(nameIn)).toEqual([])
  clock.advance(1)
  const { promise, resolve } = Promise.withResolvers<string>()
  const trial = second(() => promise)
  expect(await first(nameIn)).toEqual([])
  resolve('answer')
  expect(await trial).toEqual(['answer'])
  expect(await first(nameIn)).toEqual([nameOf(south)])
})

test('one question at a time is under way in a database', async () => {
  const { all, unread, othersThan } = openDatabases()
  all.follow(() => [{ name: 'south', pool: south.pool }])
  let [underWay, most] = [0, 0]
  const ask = async (pool: pg.Pool) => {
    most = Math.max(most, ++underWay)
    const name = await nameIn(pool)
    underWay--
    return name
  }
  const answers = await Promise.all(['home', 'north', 'home'].map((own) => othersThan(own)(ask)))
  expect([answers.flat(), most, unread]).toEqual([Array(3).fill(nameOf(south)), 1, []])
})
