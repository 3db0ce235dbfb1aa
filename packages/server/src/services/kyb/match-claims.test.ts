import { describe, expect, test } from 'vitest'
import { matchClaims } from './match-claims.ts'
import { testBusiness } from './testing/business.ts'

const business = testBusiness()

test('a missing or null claim is not provided', () => {
  const nothing = {
    legal_name: 'not_provided',
    rccm: 'not_provided',
    id_nat: 'not_provided',
    nif: 'not_provided',
    representative_name: 'not_provided',
  }
  expect(matchClaims({}, business)).toEqual(nothing)
  expect(matchClaims({ nif: null, legal_name: null }, business)).toEqual(nothing)
})

describe('numbers', () => {
  test.each([
    ['rccm', 'cd/kin/rccm/19–b–01234', 'match'],
    ['rccm', 'CD/KIN/RCCM/19-B-01235', 'no_match'],
    ['rccm', '19-B-01234', 'no_match'],
    ['id_nat', '01-F4300-N36546H', 'match'],
    ['id_nat', '01f4300n36546h', 'match'],
    ['id_nat', '01 F4300-N36546H', 'match'],
    ['id_nat', '01-F4300-N36546J', 'no_match'],
    ['nif', 'a-1234567-b', 'match'],
    ['nif', 'A1234567C', 'no_match'],
  ] as const)('%s %j: %s', (type, claimed, verdict) => {
    expect(matchClaims({ [type]: claimed }, business)[type]).toBe(verdict)
  })

  test('the register can contain an id_nat without its dashes', () => {
    const bare = testBusiness({ identifiers: { rccm: null, id_nat: '01F4300N36546H', nif: null } })
    expect(matchClaims({ id_nat: '01-F4300-N36546H' }, bare).id_nat).toBe('match')
  })

  test('a number that the register does not have is no match for any claim', () => {
    const without = testBusiness({
      identifiers: { rccm: business.identifiers.rccm, id_nat: null, nif: null },
    })
    expect(matchClaims({ nif: 'A1234567B', id_nat: 'x' }, without)).toMatchObject({
      nif: 'no_match',
      id_nat: 'no_match',
    })
  })
})

test.each([
  ['Transports OKAPI', 'match'],
  ['Okapi Transprots', 'partial_match'],
  ['Okapi Transports SA', 'partial_match'],
  ['Bokoro Transports', 'no_match'],
] as const)('legal_name %j: %s', (name, verdict) => {
  expect(matchClaims({ legal_name: name }, business).legal_name).toBe(verdict)
})

describe('representative_name is the best match of the officers', () => {
  test.each([
    ['Mme Rachel Masika Kahindo', 'match'],
    ['PATIENT MWAMBA KASONGO', 'match'],
    ['Patient Mwamba', 'partial_match'],
    ['Kahindo Mwamba Rachel', 'no_match'],
    ['Ilunga Banza Héritier', 'no_match'],
  ] as const)('%j: %s', (name, verdict) => {
    expect(matchClaims({ representative_name: name }, business).representative_name).toBe(verdict)
  })

  test('an owner who is not an officer does not represent; without officers there is no match', () => {
    const claims = { representative_name: 'Masika Kahindo Rachel' }
    expect(matchClaims(claims, testBusiness({ officers: [] })).representative_name).toBe('no_match')
  })
})
