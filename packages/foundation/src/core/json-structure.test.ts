import { expect, test } from 'vitest'
import { isWithinStructure, marksOf, parseBounded } from './json-structure.ts'

const bounds = { maxMarks: 10, maxDepth: 3 }
/** Blanks make it long enough to be counted. */
const within = (json: string) => isWithinStructure(Buffer.from(json + ' '.repeat(5_000)), bounds)

test('marks are counted up to the bound, in texts they are not', () => {
  expect(within('[1,2,3,4,5,6,7,8,9,10]')).toBe(true)
  expect(within('[1,2,3,4,5,6,7,8,9,10,11]')).toBe(false)
  expect(within(`{"a":1,"b":1,"c":1,"d":1,"e":{}}`)).toBe(false)
  expect(within(`["${'{[,:]}'.repeat(1_000)}","\\"${',:'.repeat(1_000)}","\\\\",1]`)).toBe(true)
  expect(within(`["\\\\",${'1,'.repeat(20)}1]`)).toBe(false)
})

test('depth is counted, and what was closed does not count', () => {
  expect(within('[[[]]]')).toBe(true)
  expect(within('[[[[]]]]')).toBe(false)
  expect(within('[[[]],[[]]]')).toBe(true)
  expect(within('[{"a":[{}]}]')).toBe(false)
})

test.each([
  ['arrays', '['.repeat(60_000_000)],
  ['objects in objects', '{"a":'.repeat(10_000_000)],
  ['empty objects', '{},'.repeat(20_000_000)],
])('a large text of %s is refused after its first marks', (_, json) => {
  const started = performance.now()
  const bytes = Buffer.from(json)
  const prepared = performance.now() - started
  const tookMs = Array.from({ length: 3 }, () => {
    const startedMs = performance.now()
    expect(isWithinStructure(bytes, { maxMarks: 10_000, maxDepth: 64 })).toBe(false)
    return performance.now() - startedMs
  })
  // The quickest one: other tests use the processors too.
  expect(Math.min(...tookMs)).toBeLessThan(prepared + 50)
})

test('the marks of a schema are those of its largest value', () => {
  const text = { type: 'string' }
  const schema = {
    properties: { a: text, b: { anyOf: [{ type: 'null' }, { items: text, maxItems: 3 }] } },
  }
  const largest = JSON.stringify({ a: '', b: ['', '', ''] })
  expect(marksOf(schema)).toBeGreaterThanOrEqual(largest.match(/[{[,:]/g)?.length ?? 0)
  expect(marksOf(schema)).toBeLessThan(12)
})

test.each(['7', 'null', '[1]', '{"a":', '', '{"a":1}}'])('%s is not an object', (json) => {
  expect(() => parseBounded(Buffer.from(json), bounds)).toThrow(/./)
})
