import { expect, test } from 'vitest'
import { noFilters, queryOf } from './filters.ts'

const membersOf = (query: string) => Object.fromEntries(new URLSearchParams(query))

test('without a filter there is no query', () => {
  expect(queryOf(noFilters)).toBe('')
})

test('days go from their first moment to their last one, in the time of the phone', () => {
  expect(membersOf(queryOf({ ...noFilters, from: '2026-11-02', to: '2026-11-03' }))).toEqual({
    from: new Date(2026, 10, 2).toISOString(),
    to: new Date(2026, 10, 3, 23, 59, 59, 999).toISOString(),
  })
})

test('names are encoded, and blanks are left out', () => {
  const filters = { ...noFilters, organization: 'A & B', service: ' ', purpose: 'sign_in' }
  expect(membersOf(queryOf(filters))).toEqual({
    ...{ organization: 'A & B', purpose: 'sign_in' },
  })
})

test('a file has the language of the app', () => {
  expect(queryOf(noFilters, 'en')).toBe('?lang=en')
  expect(queryOf(noFilters, 'ln')).toBe('?lang=ln')
})
