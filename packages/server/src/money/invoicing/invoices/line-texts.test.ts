import { describe, expect, test } from 'vitest'
import { type PriceList, priceItems, priceTiers } from '../../billing/index.ts'
import { partsOf } from './invoice-lines-of-usage.ts'
import { lineIn, lineTexts } from './line-texts.ts'

const one = { single: 100_000, batch_item: 90_000 }
const list: PriceList = {
  ...{ id: 'prl_1', organizationId: null, currency: 'USD', effectiveMs: 0 },
  prices: {
    items: Object.fromEntries(priceItems.map((item) => [item, one])) as PriceList['prices']['items'],
    tiers: { basic: 1, standard: 2, sensitive: 3, biometric: 4 },
  },
}
const scopes = ['kyc.basic', 'kyc.parents', 'kyc.religion', 'kyc.biometrics.selfie']

describe('every line of an invoice of usage has its French text', () => {
  test.each(priceItems.flatMap((item) => [[item, 'single'] as const, [item, 'batch_item'] as const]))(
    '%s, %s',
    (item, mode) => {
      const group = { day: '2026-03-15', item, mode, scopes, price_list_id: 'prl_1', quantity: 2 }
      const parts = partsOf({ ...group, amount: 7 }, list)
      expect(parts).toHaveLength(2 + priceTiers.length)
      for (const { description } of parts) {
        expect(lineIn('en', description)).toBe(description)
        expect(lineIn('fr', description)).not.toBe(description)
      }
    },
  )
})

test('a top-up has its French text, and the reason of a credit note is as it was written', () => {
  expect(lineIn('fr', lineTexts.topUp.en)).toBe('Recharge du portefeuille')
  expect(lineIn('fr', 'Panne du 12 mai')).toBe('Panne du 12 mai')
})
