import { expect, test } from 'vitest'
import { filterTime } from './filter-time.ts'

test.each(['2026-11-24T00:00:00Z', '2026-11-24', '1000-01-01', '9998-12-31T23:59:59Z'])(
  '%s is a time',
  (given) => {
    expect(filterTime('from', given)).toEqual(new Date(given))
  },
)

test.each([
  ...[
    '',
    'tomorrow',
    '2026-02-30',
    '2026-04-31T10:00:00Z',
    '0001-01-01',
    '9999-12-31',
    '-000001-01-01T00:00:00Z',
  ],
  ...['+020000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z'],
])('"%s" is refused: not every reading can name its day', (given) => {
  expect(() => filterTime('from', given)).toThrow(
    expect.objectContaining({ code: 'value_invalid', context: { field: 'from' } }),
  )
})
