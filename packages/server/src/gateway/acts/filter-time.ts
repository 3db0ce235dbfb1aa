import { Refusal } from '@nani/foundation/core/index.ts'

/** The name of a day has a year of four digits, also the day before and the day after. The database has fewer years than a Date. */
const isUsualYear = (year: number): boolean => year >= 1_000 && year < 9_999

/** A time of a filter. */
export const filterTime = (field: string, given: string): Date => {
  const time = new Date(given)
  // The year of an invalid time is not a number.
  if (!isUsualYear(time.getUTCFullYear()))
    throw new Refusal('value_invalid', `The field ${field} is not a time.`, { context: { field } })
  return time
}
