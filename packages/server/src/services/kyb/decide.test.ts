import type { Identifier } from '@nani/contract'
import { describe, expect, test } from 'vitest'
import type { Business } from '../../register/register/index.ts'
import { decide } from './decide.ts'
import { testBusiness } from './testing/business.ts'

const identifier: Identifier = { type: 'rccm', value: 'CD/KIN/RCCM/19-B-01234' }
const asked = { identifier, claims: {}, included: [] }

test('an active business is verified, with its match and its data', () => {
  const { outcome, fields, ...rest } = decide({ ...asked, business: testBusiness() })
  expect(outcome).toBe('verified')
  expect(Object.keys(fields)).toEqual(['identifier', 'match', 'business'])
  // No person is resolved, so no scope applies.
  expect(rest).toEqual({})
})

test.each(['suspended', 'dissolved', 'struck_off'] as const)(
  'a business that is %s is not active, and its data are returned all the same',
  (status) => {
    const { outcome, fields } = decide({ ...asked, business: testBusiness({ status }) })
    expect(outcome).toBe('not_active')
    expect(fields).toMatchObject({ match: { legal_name: 'not_provided' }, business: { status } })
  },
)

test('an unknown business: neither match nor business', () => {
  expect(decide({ ...asked, claims: { nif: 'A1234567B' }, business: null })).toEqual({
    outcome: 'not_found',
    fields: { identifier },
  })
})

describe('people appear only if they are requested', () => {
  const fieldsOf = (included: Parameters<typeof decide>[0]['included'], changes: Partial<Business> = {}) =>
    Object.keys(decide({ ...asked, included, business: testBusiness(changes) }).fields.business as object)
  const always = [
    ...['legal_name', 'trade_name', 'legal_form', 'status', 'registered_on', 'identifiers', 'activity'],
    ...['share_capital', 'address', 'updated_at'],
  ]

  test.each([
    [[]],
    [['officers']],
    [['beneficial_owners']],
    [['officers', 'beneficial_owners']],
    [['officers', 'officers']],
  ] as const)('%j', (included) => {
    expect(fieldsOf(included).sort()).toEqual([...new Set([...always, ...included])].sort())
  })

  test('people are empty lists if there are none', () => {
    const business = testBusiness({ officers: [], beneficial_owners: [] })
    const { fields } = decide({ ...asked, included: ['officers', 'beneficial_owners'], business })
    expect(fields.business).toMatchObject({ officers: [], beneficial_owners: [] })
  })
})
