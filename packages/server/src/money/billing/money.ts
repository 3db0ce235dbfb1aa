/** The currencies of wallets. */
export type Currency = 'USD' | 'CDF'

/** An amount as responses, events and commands show it (spec/billing#amounts-of-money). */
export type Money = { value: number; currency: Currency }

/** Amounts are integers of millionths. A number holds them exactly up to nine billion units. */
export const microsOfUnit = 1_000_000

/** The quotient of an integer and a million is the decimal number that is printed: it has at most 15 digits. */
export const moneyOf = (micros: number, currency: Currency): Money => ({
  value: micros / microsOfUnit,
  currency,
})

const decimal = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/

/** The millionths of a decimal text; null if it is not one, or has more than `places` decimals. */
export const parseMicros = (text: string, places = 6): number | null => {
  const [matched, sign, whole, fraction = ''] = decimal.exec(text.trim()) ?? []
  if (matched === undefined || fraction.replace(/0+$/, '').length > places) return null
  const micros = Number(whole) * microsOfUnit + Number(fraction.padEnd(6, '0'))
  return Number.isSafeInteger(micros) ? (sign ? 0 - micros : micros) : null
}

/** A decimal text of an amount, with at least two decimals. */
export const decimalOf = (micros: number): string => {
  const digits = String(Math.abs(micros)).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${micros < 0 ? '-' : ''}${digits.slice(0, -6)}.${fraction}`
}

const microsOfCent = 10_000

/** Rounds to two decimals, half to even (spec/billing#amounts-of-money). */
export const roundedToCents = (micros: number): number => divideHalfEven(micros, microsOfCent) * microsOfCent

/** A share in percent of an amount in whole cents, such as its VAT, rounded to two decimals, half to even. */
export const percentOf = (micros: number, percent: number): number =>
  divideHalfEven((micros / microsOfCent) * percent, 100) * microsOfCent

/** The part in percent that an amount in whole cents contains, such as the VAT in a total. */
export const percentIn = (micros: number, percent: number): number =>
  divideHalfEven((micros / microsOfCent) * percent, 100 + percent) * microsOfCent

/** The integer next to a quotient. A quotient in the middle goes to the even one. */
export const divideHalfEven = (dividend: number, divisor: number): number => {
  if (!Number.isSafeInteger(dividend)) throw new RangeError('the amount is too large')
  const floor = Math.floor(dividend / divisor)
  const twice = 2 * (dividend - floor * divisor)
  if (twice < divisor) return floor
  if (twice > divisor) return floor + 1
  return floor % 2 === 0 ? floor : floor + 1
}
