import { columns, labelled, paint, printable, type Terminal } from '@nani/cli'

type Colour = { terminal: Pick<Terminal, 'color'> }
/** A column or a line: the name of a member, or a function. */
type Cell<Row> = (keyof Row & string) | ((row: Row, call: Colour) => string)

/** `2026-03-15 12:00`, for people. */
export const minute = (at: string | null): string => at?.slice(0, 16).replace('T', ' ') ?? ''
export const shown = (value: unknown, none = '–'): string =>
  value === null || value === undefined ? none : printable(value)
export const money = (amount: { value: number; currency: string } | null | undefined): string =>
  amount ? `${amount.value} ${amount.currency}` : ''

const cellText = <Row>(cell: Cell<Row>, row: Row, call: Colour): string =>
  typeof cell === 'function' ? cell(row, call) : shown(row[cell], '')

/** A line for each row. `none`: the sentence of an empty list. */
export const table =
  <Row>(cells: readonly Cell<Row>[], none: string, head?: readonly string[]) =>
  (rows: readonly Row[], call: Colour): string => {
    if (rows.length === 0) return `${none}\n`
    const lines = rows.map((row) => cells.map((cell) => cellText(cell, row, call)))
    const titles = head?.map((title) => paint(call.terminal as Terminal, 'quiet', title))
    return titles ? `${columns([titles, ...lines])}\n` : `${columns(lines, '  ')}\n`
  }

type Fact<One> = (keyof One & string) | ((one: One) => string | readonly string[] | null | undefined | false)

/** A labelled line for each fact, or several. A fact without a value is left out. */
export const facts =
  <One>(labels: Readonly<Record<string, Fact<One>>>) =>
  (one: One): string =>
    `${labelled(
      Object.entries(labels).map(([label, fact]) => {
        const value = typeof fact === 'function' ? fact(one) : one[fact]
        if (value === null || value === undefined || value === false || value === '') return [label, []]
        return [label, (Array.isArray(value) ? value : [value]).map(printable)]
      }),
    )}\n`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoney = (value: unknown): value is { value: number; currency: string } =>
  isObject(value) && typeof value.value === 'number' && typeof value.currency === 'string'

/** Any document, for people: one line for each member, and an indented list for each list. */
export const recordText = (value: unknown, indent = '  '): string => {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}none\n`
    return value.map((one) => recordText(one, indent)).join(`${indent}–\n`)
  }
  if (!isObject(value)) return `${indent}${wordOf(value)}\n`
  return Object.entries(value)
    .filter(([name]) => name !== 'object')
    .map(([name, field]) => {
      const title = name.replaceAll('_', ' ')
      if (isMoney(field) || !(isObject(field) || Array.isArray(field)))
        return `${indent}${title.padEnd(20)} ${wordOf(field)}\n`
      return `${indent}${title}\n${recordText(field, `${indent}  `)}`
    })
    .join('')
}

const wordOf = (value: unknown): string => (isMoney(value) ? money(value) : shown(value))
