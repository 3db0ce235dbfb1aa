import { readSettings } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import { invoicingSettings } from './settings.ts'

const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
const read = (NaniMobileMoneySecret?: string, NaniMobileMoneySecondSecret?: string) =>
  readSettings(invoicingSettings, {
    NANI_MOBILE_MONEY_SECRET: NaniMobileMoneySecret,
    NANI_MOBILE_MONEY_SECOND_SECRET: NaniMobileMoneySecondSecret,
  })

test('a provider has no secret, one, or two', () => {
  expect(read()).toMatchObject({ mobileMoneySecret: null, mobileMoneySecondSecret: null })
  expect(read(one)).toMatchObject({ mobileMoneySecret: one, mobileMoneySecondSecret: null })
  expect(read(one, other)).toMatchObject({ mobileMoneySecret: one, mobileMoneySecondSecret: other })
})

test.each([
  ['without a first one', undefined, other],
  ['that equals the first one', one, one],
  ['that is short', one, 'short'],
])('a second secret %s is refused, and not quoted', (_, first, second) => {
  expect(() => read(first, second)).toThrow(
    expect.objectContaining({
      code: 'setting_invalid',
      message: expect.not.stringContaining(second),
    }),
  )
})
