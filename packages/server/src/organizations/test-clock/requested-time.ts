/** Years, months, weeks, days, hours, minutes and seconds of ISO 8601, each a whole number. */
const duration =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** The time after an ISO 8601 duration such as `P30D`, by the calendar in UTC; null: it is no duration. */
export const timeAfter = (nowMs: number, text: string): number | null => {
  const parts = duration.exec(text)
  if (!parts || text.length > 40) return null
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const now = new Date(nowMs)
  const date = new Date(nowMs)
  date.setUTCMonth(now.getUTCMonth() + 12 * years + months)
  // 31 January and a month is the last day of February.
  if (date.getUTCDate() !== now.getUTCDate()) date.setUTCDate(0)
  const timeMs = ((hours * 60 + minutes) * 60 + seconds) * 1000
  return date.getTime() + (weeks * 7 + days) * 86_400_000 + timeMs
}

/** The maximum of a test clock: ten years by the calendar. */
export const latestTime = (realMs: number): number => timeAfter(realMs, 'P10Y') as number
