import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../../../testing/database.ts'
import { connectReader } from './reader.ts'

test('a database that does not answer ends the reading of a cell', async () => {
  const { pool, drop } = await createTestDatabase()
  const holder = await pool.connect()
  const reader = await connectReader(pool, 200)
  try {
    await holder.query('begin')
    await holder.query('lock table results in access exclusive mode')
    await expect(reader.query('select from results')).rejects.toThrow('timeout')
  } finally {
    await reader.end()
    holder.release(true)
    await drop()
  }
})
