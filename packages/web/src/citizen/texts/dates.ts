import type { Texts } from './texts.ts'

/*
 * Dates are written here, not by Intl: it does not know all languages of the app, and prints English without a word.
 * They are in the time of the phone.
 */

const two = (n: number): string => String(n).padStart(2, '0')

/** `23/11/2026 03:20` */
export const dateAndTime = (at: string): string => {
  const date = new Date(at)
  return `${inDigits(at)} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `23/11/2026` */
export const inDigits = (at: string): string => {
  const date = new Date(at)
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`
}

/** `03:20` */
export const timeOf = (at: string): string => dateAndTime(at).slice(11)

/** `23 novembre 2026`, as the heading of a day. */
export const dayInWords = ({ months }: Pick<Texts, 'months'>, at: string): string => {
  const date = new Date(at)
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
}

/** An amount with a space between groups of three digits: `1 250 000 CDF`. */
export const amountOf = ({ value, currency }: { value: number; currency: string }): string => {
  const [whole = '0', cents = ''] = String(value).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f')
  return `${groups}${cents && `,${cents.padEnd(2, '0')}`}\u00a0${currency}`
}
