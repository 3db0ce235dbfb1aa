import type pg from 'pg'
import { expect, test } from 'vitest'
import { createAllDatabases, othersOf } from './others.ts'

const poolNamed = (name: string) => ({ name }) as unknown as pg.Pool
const nameOf = async (pool: pg.Pool) => (pool as unknown as { name: string }).name
const named = (...names: string[]) => names.map((name) => ({ name, pool: poolNamed(name) }))

test('the others are asked, and not the own database', async () => {
  const all = createAllDatabases()
  const unread: Error[] = []
  const ask = othersOf(all, 'north', (error) => void unread.push(error))
  expect(await ask(nameOf)).toEqual([])
  all.follow(() => named('home', 'north', 'south'))
  expect(await ask(nameOf)).toEqual(['home', 'south'])
  expect(unread).toEqual([])
})
