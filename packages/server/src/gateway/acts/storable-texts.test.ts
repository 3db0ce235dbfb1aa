import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { isSimpleBody, requireStorable } from './storable-texts.ts'

const fieldOf = (given: unknown): unknown => {
  try {
    requireStorable(given)
    return null
  } catch (error) {
    return error instanceof Refusal ? error.context?.field : error
  }
}

test.each([
  [{ name: 'a\0' }, 'name'],
  [{ name: '\ud800' }, 'name'],
  [{ items: [{ value: 'a' }, { value: 'b\0' }] }, 'items[1].value'],
  [{ answers: { 'a\0': 'b' } }, 'answers'],
  [{ name: 'Ña 😀 \u2028', count: 7, nothing: null, list: [], data: 'x'.repeat(1_000_000) }, null],
  [undefined, null],
])('of %j, the field %s cannot be stored', (given, field) => {
  expect(fieldOf(given)).toBe(field)
})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('a body that nests too deep is refused, however short it is', () => {
  expect(() => requireStorable({ email: JSON.parse(nested(2_000)) })).toThrow(
    expect.objectContaining({ code: 'value_invalid' }),
  )
  expect(isSimpleBody(Buffer.from(nested(30_000)))).toBe(false)
})

test('a body of many values is refused before it is parsed, and a long text is not', () => {
  expect(isSimpleBody(Buffer.from(JSON.stringify({ data: Array(30_000).fill(0) })))).toBe(false)
  expect(isSimpleBody(Buffer.from(JSON.stringify({ data: '[,'.repeat(100_000) })))).toBe(true)
})
