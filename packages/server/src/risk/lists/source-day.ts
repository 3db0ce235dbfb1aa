import { readDay } from '@nani/engines/list-formats/index.ts'
import { dayMs } from '@nani/foundation/core/index.ts'

/** The latest current day in any time zone, with a margin. No list has a later date. */
const lastPossibleDay = (nowMs: number): string => new Date(nowMs + dayMs).toISOString().slice(0, 10)

/** The day of a file as `YYYY-MM-DD`, given by an operator. Null if the day does not exist or is in the future. */
export const readSourceDay = (written: string, nowMs: number): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? readDay(written) : null
  return day && day <= lastPossibleDay(nowMs) ? day : null
}
