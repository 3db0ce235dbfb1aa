import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditDistance } from './edit-distance.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** The standard dynamic programming table, as a reference. */
const referenceDistance = (a: string, b: string): number => {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = least
    }
  return rows[a.length]![b.length]!
}

const distance = (a: string, b: string) => {
  const counted = new EditDistance()
  counted.setPattern(bytes(a), a.length)
  const text = bytes(`..${b}..`)
  return counted.to(text, 2, 2 + b.length)
}

test('two exchanged neighbouring letters are one edit', () => {
  expect(distance('ahmed', 'ahemd')).toBe(1)
  expect(distance('', 'abc')).toBe(3)
  expect(distance('abc', '')).toBe(3)
})

test('the distance equals that of the standard table, up to 32 letters', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 32 })
  fc.assert(fc.property(words, words, (a, b) => distance(a, b) === referenceDistance(a, b)))
})

test('a pattern leaves no state for the next one', () => {
  const counted = new EditDistance()
  counted.setPattern(bytes('zzzz'), 4)
  counted.setPattern(bytes('abc'), 3)
  expect(counted.to(bytes('abz'), 0, 3)).toBe(1)
})
