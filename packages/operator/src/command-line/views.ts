import { columns, paint, printable, type Terminal } from '@nani/cli'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoney = (value: unknown): value is { value: number; currency: string } =>
  isObject(value) && typeof value.value === 'number' && typeof value.currency === 'string'

const isPlain = (value: unknown): boolean =>
  !(isObject(value) || Array.isArray(value)) ||
  isMoney(value) ||
  (Array.isArray(value) && value.every((one) => typeof one === 'string'))

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** `2026-03-15 12:00`, for people. */
export const minute = (at: string): string => at.slice(0, 16).replace('T', ' ')

/** A value in a cell: a time to the minute, money with its currency, the words of a list. */
const wordOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (isMoney(value)) return `${value.value} ${value.currency}`
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(wordOf).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .map(([name, one]) => `${titleOf(name)} ${wordOf(one)}`)
      .join(', ')
  if (typeof value === 'string' && instant.test(value)) return minute(value)
  return printable(value)
}

const titleOf = (name: string): string => name.replaceAll('_', ' ').replaceAll('.', ' ')

const valueAt = (row: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), row)

/** A line for each row, with a head. */
export const listText = (rows: readonly Fields[], shown: string | undefined, terminal: Terminal): string => {
  const [first] = rows
  if (first === undefined) return '  There are none.\n'
  const names =
    shown?.split(' ') ??
    Object.keys(first).filter((name) => name !== 'object' && rows.every((row) => isPlain(row[name])))
  const head = names.map((name) => paint(terminal, 'quiet', titleOf(name)))
  return `${columns([head, ...rows.map((row) => names.map((name) => wordOf(valueAt(row, name))))], '  ')}\n`
}

/** Any document, for people: one line for each member, and an indented list for each list. */
export const recordText = (value: unknown, indent = '  '): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}none\n`
    return value.map((one) => recordText(one, indent)).join(`${indent}–\n`)
  }
  if (!isObject(value)) return `${indent}${value === null ? 'Done.' : wordOf(value)}\n`
  return Object.entries(value)
    .filter(([name]) => name !== 'object')
    .map(([name, field]) =>
      isPlain(field)
        ? `${indent}${titleOf(name).padEnd(20)} ${wordOf(field)}\n`
        : `${indent}${titleOf(name)}\n${recordText(field, `${indent}  `)}`,
    )
    .join('')
}
