/** A spreadsheet calculates a cell that begins like this, also after spaces. */
const formula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const number = /^[+-]?\d+(?:[.,]\d+)?$/
/** A spreadsheet of another language separates cells by these characters: a formula may begin after them. */
const formulaWithin = /([;\t\r\n])(?=[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu

/** The text of a cell that no spreadsheet executes: a formula becomes text by a leading apostrophe. */
export const escapeFormula = (text: string): string => {
  if (number.test(text)) return text
  const body = text.trimStart()
  const spaces = text.slice(0, text.length - body.length)
  const safe = spaces + body.replace(formulaWithin, "$1'")
  return formula.test(safe) ? `'${safe}` : safe
}

/** One line of a CSV file (RFC 4180), with every text that another person wrote kept from being a formula. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => quoted(cell === null ? '' : escapeFormula(String(cell)))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The line breaks inside the cells of a row. A parser counts lines up to the end of the row. */
export const lineBreaksIn = (cells: readonly string[]): number =>
  cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)

/**
 * The rows of a whole text, with the line on which each begins. `parse` is a parser with `info: true`. It would count CR LF
 * inside a cell as two lines.
 */
export const csvRows = <Cells extends readonly string[] | Readonly<Record<string, string>>>(
  text: string,
  parse: (text: string) => unknown,
): { line: number; cells: Cells }[] => {
  const rows = parse(text.replaceAll('\r\n', '\n')) as { record: Cells; info: { lines: number } }[]
  return rows.map(({ record, info }) => ({
    line: info.lines - lineBreaksIn(Object.values(record)),
    cells: record,
  }))
}
