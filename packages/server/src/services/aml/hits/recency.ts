const yearMs = 365.2425 * 86_400_000

/** The last moment that a list date can mean: `YYYY` and `YYYY-MM` end with their last day. */
const latestMs = (date: string): number => {
  const [year = 0, month, day] = date.split('-').map(Number)
  if (month === undefined) return Date.UTC(year + 1, 0, 1) - 1
  return day === undefined ? Date.UTC(year, month, 1) - 1 : Date.UTC(year, month - 1, day)
}

/** The last day that a list date can mean. */
export const lastDayOf = (date: string): string => new Date(latestMs(date)).toISOString().slice(0, 10)

/** The first day that it can mean. */
export const firstDayOf = (date: string): string => {
  const [year, month = '01', day = '01'] = date.split('-')
  return `${year}-${month}-${day}`
}

/** Whether a date has passed. An unknown date has not. */
export const isPast = (date: string | null, nowMs: number): boolean => date !== null && latestMs(date) < nowMs

/** Halves with each half-life after the date. 1 for a future or unknown date, because unknown data does not age. */
export const recencySince = (date: string | null, halfLifeYears: number, nowMs: number): number => {
  if (date === null) return 1
  const years = (nowMs - latestMs(date)) / yearMs
  return years <= 0 ? 1 : 0.5 ** (years / halfLifeYears)
}
