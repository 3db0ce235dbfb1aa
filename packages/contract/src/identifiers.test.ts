import { expect, test } from 'vitest'
import { type IdentifierType, normalizeIdentifier, settleSpelling } from './identifiers.ts'

const canonical = (type: IdentifierType, value: string) => normalizeIdentifier({ type, value })?.value ?? null

test.each([
  ['rccm', 'cd/kng/rccm/00-b-00001', 'CD/KNG/RCCM/00-B-00001'],
  ['rccm', ' CD / KNG / RCCM / 00 – B – 00001 ', 'CD/KNG/RCCM/00-B-00001'],
  ['rccm', 'CD/KNG/RCCM/00-B-001', null],
  ['id_nat', '01-a0001-n00001a', '01-A0001-N00001A'],
  ['id_nat', '01 A0001 N00001A', '01A0001N00001A'],
  ['id_nat', '01-93-N46789J', '01-93-N46789J'],
  ['id_nat', '01-A0001-N0001A', null],
  ['nif', 'a-0000001-a', 'A0000001A'],
  ['nif', 'A000001A', null],
] as const)('%s %j is %j (spec/identifiers#formats-of-identifiers)', (type, value, expected) => {
  expect(canonical(type, value)).toBe(expected)
})

test.each([
  ['01-A0001-N00001A', '01A0001N00001A', '01-A0001N00001A', '01A0001-N00001A'],
  ['01-93-N46789J', '0193N46789J', '01-93N46789J', '0193-N46789J'],
  ['01-4300-N36546H', '014300N36546H'],
  ['01-F430-N36546H', '01F430N36546H'],
])('an id_nat has one spelling with its dashes: %s', (...spellings) => {
  const settled = spellings.map((value) => settleSpelling({ type: 'id_nat', value }).value)
  expect(new Set(settled)).toEqual(new Set([spellings[0]]))
  for (const spelling of spellings) expect(canonical('id_nat', spelling)).toBe(spelling)
})

test('every other identifier is unchanged', () => {
  const rccm = { type: 'rccm', value: 'CD/KNG/RCCM/00-B-00001' } as const
  expect(settleSpelling(rccm)).toEqual(rccm)
})
