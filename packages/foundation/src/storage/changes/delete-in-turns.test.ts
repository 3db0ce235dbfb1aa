import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { deleteInTurns } from './delete-in-turns.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table past (number integer primary key)')
})
afterAll(() => database.drop())

test('each statement deletes a turn, and the last one finds fewer rows', async () => {
  await database.pool.query('insert into past select generate_series(1, 6)')
  const text = 'delete from past where number in (select number from past where number < $1 limit $2)'
  const turns: unknown[] = []
  const counted = {
    query: async (statement: string, values: unknown[]) => {
      const answer = await database.pool.query(statement, values)
      turns.push(answer.rowCount)
      return answer
    },
  } as unknown as Parameters<typeof deleteInTurns>[0]
  expect(await deleteInTurns(counted, text, [6], { rowsOfTurn: 2 })).toBe(5)
  expect(turns).toEqual([2, 2, 1])
  expect((await database.pool.query('select number from past')).rows).toEqual([{ number: 6 }])
})
