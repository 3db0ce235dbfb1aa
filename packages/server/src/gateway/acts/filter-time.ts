import { Refusal } from '@nani/foundation/core/index.ts'

/** The name of a day has a year of four digits, also the day before and the day after. The database has fewer years than a Date. */
const isUsualYear = (year: number): boolean => year >= 1_000 && year < 9_999

/** A Date takes 30 February for 2 March. */
export const isInMonth = (given: string): boolean => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})([Tt ]|$)/.exec(given) ?? []
  return day !== undefined && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
}

/** A time of a filter. */
export const filterTime = (field: string, given: string): Date => {
  const time = new Date(given)
  // The year of an invalid time is not a number.
  if (!isUsualYear(time.getUTCFullYear()) || !isInMonth(given))
    throw new Refusal('value_invalid', `The field ${field} is not a time.`, { context: { field } })
  return time
}
