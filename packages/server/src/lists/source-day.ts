import { readDay } from './parts/birth-date.ts'

const dayMs = 86_400_000

/** The last day that it is anywhere on earth, or soon will be: no list is of a later one. */
const lastPossibleDay = (nowMs: number): string => new Date(nowMs + dayMs).toISOString().slice(0, 10)

/** `YYYY-MM-DD` that an operator says a file is of; null when there is no such day, or it is yet to come. */
export const readSourceDay = (written: string, nowMs: number): string | null => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(written) ? readDay(written) : null
  return day && day <= lastPossibleDay(nowMs) ? day : null
}
