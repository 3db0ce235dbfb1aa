import { expect, test } from 'vitest'
import { type Actor, isSamePerson, personOf, secondPersonFault } from './index.ts'

const strict = { oneAccountMayBeTwo: false }
const operator = (name: string, account?: string): Actor => ({
  ...{ kind: 'operator', name, roles: [] },
  ...(account !== undefined && { account }),
})
const fault = (first: Actor, second: Actor, rules = strict) =>
  secondPersonFault(personOf(first), personOf(second), rules)

test('two spellings of a name are one person', () => {
  for (const spelling of [' Amina  Mbuyi', 'AMINA MBUYI', 'Amina\u00a0Mbuyi', 'Ami\u200bna Mbuyi'])
    expect(isSamePerson('Amina Mbuyi', spelling)).toBe(true)
  expect(isSamePerson('Amina Mbuyi', 'Ami\u200bna\u00ad Mbuyi\u2060\ufe0f')).toBe(true)
  expect(isSamePerson('Amina Mbuyi', 'Amina Mbuya')).toBe(false)
})

test('two people have two names and two accounts', () => {
  const amina = operator('amina', 'amina')
  expect(fault(amina, operator('boris', 'boris'))).toBeNull()
  expect(fault(amina, operator('Amina ', 'boris'))).toBe('second_person_required')
  expect(fault(amina, operator('boris', 'amina'))).toBe('second_account_required')
})

test('on a demo, one account may give two names, and one name is still one person', () => {
  const demo = { oneAccountMayBeTwo: true }
  expect(fault(operator('amina', 'a'), operator('boris', 'a'), demo)).toBeNull()
  expect(fault(operator('amina', 'a'), operator('amina', 'b'), demo)).toBe('second_person_required')
})

test('where no account is known, the names alone decide', () => {
  expect(fault(operator('amina'), operator('boris', 'a'))).toBeNull()
  expect(fault(operator('amina'), operator('boris'))).toBeNull()
})
