import { expect, test } from 'vitest'
import { knowsLogin, operatingSystemAccount } from './operating-system-account.ts'

const names = new Map([
  [1_000, 'amina'],
  [1_001, 'boris'],
  [990, 'nani'],
])
const account = (loginUid: number | null, effectiveUid: number) =>
  operatingSystemAccount({
    readLoginUid: () => loginUid,
    effectiveUid,
    nameOf: (uid) => names.get(uid) ?? null,
    ownName: () => names.get(effectiveUid) ?? null,
  })

test('a person who takes another account by sudo stays the account that logged in', () => {
  expect(account(1_000, 1_000)).toBe('amina')
  expect(account(1_000, 1_001)).toBe('amina')
  expect(account(1_000, 0)).toBe('amina')
})

test('two people who share an account by sudo are two accounts', () => {
  expect([account(1_000, 990), account(1_001, 990)]).toEqual(['amina', 'boris'])
})

test('without a login it is the account of the process', () => {
  for (const loginUid of [null, 4_294_967_295, Number.NaN]) expect(account(loginUid, 990)).toBe('nani')
})

test('whether the login is known', () => {
  const known = (uid: number | null) => knowsLogin({ readLoginUid: () => uid })
  expect([1_000, 0, null, 4_294_967_295, Number.NaN].map(known)).toEqual([true, true, false, false, false])
})

test('an account without a name is its number', () => {
  expect(account(5_000, 990)).toBe('uid 5000')
  expect(account(null, 5_000)).toBe('uid 5000')
})

test('this process has an account', () => {
  expect(operatingSystemAccount()).toMatch(/^\S/)
})
