import type pg from 'pg'
import { expect, test } from 'vitest'
import { insertItems, type StoredItem } from './insert-items.ts'

/** Records the statements, and the size of what each of them sends. */
const recording = () => {
  const statements: { name: string; from: unknown; sent: unknown[] }[] = []
  const client = {
    query: ({ name, values }: { name: string; values: unknown[] }) => {
      statements.push({ name, from: values[3], sent: values.slice(4) })
      return Promise.resolve({ rows: [] })
    },
  }
  return { statements, client: client as unknown as pg.PoolClient }
}
const item = (bytes: number): StoredItem => ({
  sealedRequest: Buffer.alloc(bytes, 1),
  sealedError: null,
  quoted: 0,
})
const place = { applicationId: 'app', batchId: 'bat', day: '2026-01-01' }

test('a large item is inserted alone and as bytes, wherever it is', async () => {
  const { statements, client } = recording()
  const large = item(11_000_000)
  await insertItems(client, place, [item(10), large, item(10), item(10), large])
  expect(statements.map(({ name, from }) => [name, from])).toEqual([
    ['insert-batch-items', 0],
    ['insert-large-batch-item', 1],
    ['insert-batch-items', 2],
    ['insert-large-batch-item', 4],
  ])
  expect(statements[1]?.sent).toEqual(['pending', large.sealedRequest, null, 0])
})

test('small items are inserted together up to 250 or 192 KiB', async () => {
  const { statements, client } = recording()
  await insertItems(
    client,
    place,
    Array.from({ length: 600 }, () => item(100)),
  )
  expect(statements.map(({ from }) => from)).toEqual([0, 250, 500])
  statements.length = 0
  await insertItems(
    client,
    place,
    Array.from({ length: 5 }, () => item(100_000)),
  )
  expect(statements.map(({ from }) => from)).toEqual([0, 2, 4])
})
