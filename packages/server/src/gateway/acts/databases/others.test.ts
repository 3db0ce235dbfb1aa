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

test('the others are asked, and not the own database', async () => {
  const all = createAllDatabases()
  const unread: string[] = []
  const ask = othersOf(all, 'north', ({ message }) => void unread.push(message))
  expect(await ask(nameIn)).toEqual([])
  all.follow(inCells)
  expect(await ask(nameIn)).toEqual([nameOf(home), nameOf(south)])
  expect(unread).toEqual([])
})

test('one that is away, and one that does not answer in time, are named, and the answers of the others count', async () => {
  const all = createAllDatabases()
  all.follow(inCells)
  const unread: string[] = []
  const ask = othersOf(all, 'none', ({ message }) => void unread.push(message))
  const hangs = (pool: pg.Pool) => (pool === south.pool ? new Promise<string>(() => {}) : nameIn(pool))
  expect(await ask(hangs)).toEqual([nameOf(home)])
  expect(unread).toEqual(['not counted, because they do not answer: north, south'])
})
