import { expect, test } from 'vitest'
import { recentIvs } from './recent-ivs.ts'

test('an IV that a key used not long ago is found, and keys are apart', () => {
  const ivs = recentIvs()
  expect(ivs.isReused('key_a', 'iv1')).toBe(false)
  expect(ivs.isReused('key_b', 'iv1')).toBe(false)
  expect(ivs.isReused('key_a', 'iv2')).toBe(false)
  expect(ivs.isReused('key_a', 'iv1')).toBe(true)
})

test('512 IVs of a key are remembered, for 256 keys', () => {
  const ivs = recentIvs()
  for (let index = 0; index < 513; index++) expect(ivs.isReused('key_a', `iv${index}`)).toBe(false)
  expect(ivs.isReused('key_a', 'iv512')).toBe(true)
  expect(ivs.isReused('key_a', 'iv0')).toBe(false)
  for (let index = 0; index < 256; index++) ivs.isReused(`key_${index}`, 'iv')
  expect(ivs.isReused('key_a', 'iv512')).toBe(false)
})
