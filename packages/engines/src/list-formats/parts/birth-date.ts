import type { BirthDate } from '../entry.ts'

type Span = { from: string; to: string }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const earliestYear = 1800
const latestYear = 2100

const two = (value: number): string => String(value).padStart(2, '0')

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The range of days of a day, a month or a year. Null if the date does not exist. */
export const dateSpan = (year: number, month: number | null, day: number | null): Span | null => {
  if (!(year >= earliestYear && year <= latestYear)) return null
  if (month === null) return { from: `${year}-01-01`, to: `${year}-12-31` }
  if (!(month >= 1 && month <= 12)) return null
  if (day === null) {
    return { from: `${year}-${two(month)}-01`, to: `${year}-${two(month)}-${two(daysIn(year, month))}` }
  }
  if (!(day >= 1 && day <= daysIn(year, month))) return null
  const date = `${year}-${two(month)}-${two(day)}`
  return { from: date, to: date }
}

/** `00`, `dd` and `mm` are written for an unknown day or month. */
const known = (text: string): number | null => (/^\d+$/.test(text) && Number(text) > 0 ? Number(text) : null)

const monthOf = (text: string): number | null => {
  const at = months.indexOf(text.slice(0, 3).toLowerCase())
  return at < 0 ? null : at + 1
}

const readers: readonly (readonly [form: RegExp, read: (parts: string[]) => Span | null])[] = [
  [
    /^(\d{4})-(\d{2})-(\d{2})(?:T.*|[+-]\d{2}:?\d{2}|Z)?$/,
    ([y, m, d]) => dateSpan(Number(y), known(m as string), known(m as string) && known(d as string)),
  ],
  [/^(\d{4})-(\d{2})$/, ([y, m]) => dateSpan(Number(y), known(m as string), null)],
  [/^(\d{4})$/, ([y]) => dateSpan(Number(y), null, null)],
  [
    // The day comes first in British and European lists.
    /^(\d{1,2}|dd)[/.](\d{1,2}|mm)[/.](\d{4})$/i,
    ([d, m, y]) => dateSpan(Number(y), known(m as string), known(m as string) && known(d as string)),
  ],
  [/^(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i, ([d, m, y]) => named(y, m, Number(d))],
  [/^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/i, ([m, d, y]) => named(y, m, Number(d))],
  [/^([a-z]{3,9})\.?,?\s+(\d{4})$/i, ([m, y]) => named(y, m, null)],
]

const named = (year: string | undefined, month: string | undefined, day: number | null): Span | null => {
  const number = monthOf(month ?? '')
  return number === null ? null : dateSpan(Number(year), number, day)
}

const readSpan = (text: string): Span | null => {
  for (const [form, read] of readers) {
    const found = form.exec(text)
    if (found) return read(found.slice(1))
  }
  return null
}

const approximate =
  /^(?:circa|c\.|ca\.?|approximately|approx\.?|about|around|estimated|possibly|~)\s*|\s*\((?:circa|approximate(?:ly)?|approx\.?|estimated)\)$/i

/**
 * A birth date as lists write it: a day, month or year in words or figures, `dd/mm/1972`, `circa 1960`, `1958 to
 * 1960`, `between 1958 and 1960`, `1975-1977`. Null if it cannot be read with certainty.
 *
 * @example readBirthDate('Mar 1964 to Feb 1965') // { from: '1964-03-01', to: '1965-02-28', circa: false }
 */
export const readBirthDate = (written: string): BirthDate | null => {
  let text = written.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  const circa = approximate.test(text)
  if (circa) text = text.replace(approximate, '').trim()
  const single = readSpan(text)
  if (single) return { ...single, circa }
  const [, first, last] =
    /^(?:between |from )?(.+?)\s+(?:to|and|through|-|–)\s+(.+)$/i.exec(text) ??
    /^(?:between |from )?(\d{4})\s*[-–/]\s*(\d{4})$/i.exec(text) ??
    []
  const from = first && readSpan(first)
  const to = last && readSpan(last)
  if (!from || !to || from.from > to.to) return null
  return { from: from.from, to: to.to, circa }
}

/** `YYYY-MM-DD` of a single day, or null. */
export const readDay = (written: string | null | undefined): string | null => {
  const date = written ? readSpan(written.trim()) : null
  return date && date.from === date.to ? date.from : null
}
