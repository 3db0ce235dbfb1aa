import { expect, test } from 'vitest'
import type { FoundEntry } from '../../risk/lists/index.ts'
import { cacheJurisdictions } from './cache-jurisdictions.ts'

const source = () => {
  const reads: unknown[] = []
  const state = { fails: false }
  const find = cacheJurisdictions(async (...asked) => {
    reads.push(asked)
    if (state.fails) throw new Error('the database is away')
    return [] as FoundEntry[]
  })
  return { find, reads, state }
}

test('the same countries at the same change are read once, for each environment', async () => {
  const { find, reads } = source()
  await find(['COD', 'FRA'], 'sandbox', 7)
  await find(['FRA', 'COD'], 'sandbox', 7)
  expect(reads).toHaveLength(1)
  await find(['COD', 'FRA'], 'production', 7)
  expect(reads).toHaveLength(2)
})

test('a new change of the lists is read again, and an older one is never remembered', async () => {
  const { find, reads } = source()
  await find(['COD'], 'sandbox', 7)
  await find(['COD'], 'sandbox', 8)
  await find(['COD'], 'sandbox', 7)
  await find(['COD'], 'sandbox', 7)
  await find(['COD'], 'sandbox', 8)
  expect(reads).toHaveLength(4)
})

test('a read that failed is not remembered', async () => {
  const { find, reads, state } = source()
  state.fails = true
  await expect(find(['COD'], 'sandbox', 7)).rejects.toThrow('away')
  state.fails = false
  await find(['COD'], 'sandbox', 7)
  expect(reads).toHaveLength(2)
})
