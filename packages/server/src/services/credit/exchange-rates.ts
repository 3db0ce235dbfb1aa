import type { CreditAmount } from '@nani/contract'
import { dayOf } from '@nani/foundation/storage/index.ts'

/** A rate applies from its day on. The last one whose day has come is used. */
export type ExchangeRate = { from: string; cdfPerUsd: number }

/**
 * Rates for the comparison of requested amounts, as data with a date. They need not follow the market day by day: a
 * change of 10 % moves the log odds of a default by 0.014. A release adds a row when the rate has moved by more.
 */
export const exchangeRates: readonly ExchangeRate[] = [
  { from: '2020-01-01', cdfPerUsd: 1_700 },
  { from: '2021-01-01', cdfPerUsd: 2_000 },
  { from: '2023-07-01', cdfPerUsd: 2_450 },
  { from: '2024-01-01', cdfPerUsd: 2_750 },
  { from: '2025-01-01', cdfPerUsd: 2_850 },
]

/** An amount in USD, by the rate of its day. */
export const inUsd = (
  { value, currency }: CreditAmount,
  nowMs: number,
  rates: readonly ExchangeRate[] = exchangeRates,
): number => {
  if (currency === 'USD') return value
  const today = dayOf(nowMs)
  const rate = rates.findLast(({ from }) => from <= today) ?? rates[0]
  if (!rate) throw new Error('There is no exchange rate')
  return value / rate.cdfPerUsd
}
