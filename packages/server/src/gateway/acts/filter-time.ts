import { Refusal } from '@nani/foundation/core/index.ts'

/** A time of a filter. */
export const filterTime = (field: string, given: string): Date => {
  const time = new Date(given)
  if (Number.isNaN(time.getTime()))
    throw new Refusal('value_invalid', `The field ${field} is not a time.`, { context: { field } })
  return time
}
