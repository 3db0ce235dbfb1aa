import { expect, test } from 'vitest'
import { entryOf } from '../testing/people.ts'
import { packEntry, unpackEntry, withNamesOf } from './entry-facts.ts'

test('an entry has only the names of the wanted readings, with the positions of these readings', () => {
  const names = ['Kiala', 'Nsimba', 'Odette', 'Mulumba'].map((name) => ({
    name,
    kind: 'alias' as const,
    script: 'Latn',
  }))
  const packed = packEntry(entryOf(7, '', { names }), [1, 3, 2, 1])
  const { entry, readings } = withNamesOf(packed, new Set([2, 5]))
  expect(unpackEntry(7, 0, entry).names).toEqual([names[1], names[2]])
  expect(readings).toEqual(new Set([1, 4]))
})
