import type { ListEntry } from '@nani/engines/list-formats/index.ts'
import { expect, test } from 'vitest'
import { previewedEntry } from './previewed-entry.ts'

const entry: ListEntry = {
  ...{ reference: 'P.1', kind: 'individual', genders: ['male'], nationalities: ['COD'] },
  names: [
    { name: 'Humba Lokole', kind: 'primary', script: 'Latn' },
    { name: 'Humba', kind: 'weak_alias', script: 'Latn' },
  ],
  birthDates: [
    { from: '1960-01-01', to: '1960-12-31', circa: true },
    { from: '1961-02-03', to: '1961-02-03', circa: false },
  ],
  addresses: [{ text: 'Kinshasa', country: 'COD' }],
  identifiers: [{ type: 'passport', value: 'OB1', country: null }],
  ...{ listedOn: '2024-05-01', endedOn: null, media: [] },
  sanction: { programs: ['DRC'], legalBasis: null, interpolUnSpecialNotice: null },
  pep: {
    positions: [{ title: 'Minister', jurisdiction: 'COD', startDate: '2019', endDate: null }],
    ...{ isInternationalOrganization: false, relationship: { kind: 'family', to: 'A person' } },
  },
}

test('an added entry has the values of each of its fields', () => {
  const { name, fields, is_cut } = previewedEntry({ reference: 'P.1', before: null, after: entry })
  expect([name, is_cut]).toEqual(['Humba Lokole', false])
  expect(Object.fromEntries(fields.map(({ field, after }) => [field, after]))).toEqual({
    ...{ kind: ['individual'], names: ['Humba Lokole', 'Humba · weak_alias'] },
    birth_dates: ['~ 1960-01-01 – 1960-12-31', '1961-02-03'],
    ...{ genders: ['male'], nationalities: ['COD'], addresses: ['Kinshasa · COD'] },
    ...{ identifiers: ['passport · OB1'], listed_on: ['2024-05-01'], programs: ['DRC'] },
    ...{ positions: ['Minister · COD · 2019 – …'], related_to: ['family · A person'] },
  })
})

test('a changed entry has only the values that came or left', () => {
  const after = { ...entry, nationalities: ['COD', 'AGO'], endedOn: '2026-01-01' }
  const { fields } = previewedEntry({ reference: 'P.1', before: entry, after })
  expect(fields).toEqual([
    { field: 'nationalities', before: [], after: ['AGO'] },
    { field: 'ended_on', before: [], after: ['2026-01-01'] },
  ])
})

test('a long entry is cut to 20 values of 300 characters in each field', () => {
  const names = Array.from({ length: 25 }, (_, index) => ({
    ...{ name: `${index} ${'😀'.repeat(400)}`, kind: 'alias' as const, script: 'Latn' },
  }))
  const { name, fields, is_cut } = previewedEntry({
    reference: 'P.1',
    before: null,
    after: { ...entry, names },
  })
  expect(is_cut).toBe(true)
  const shown = fields.find(({ field }) => field === 'names')?.after ?? []
  expect(shown).toHaveLength(20)
  for (const value of [name, ...shown]) {
    expect(value.length).toBeLessThanOrEqual(300)
    expect(value.isWellFormed()).toBe(true)
  }
})
