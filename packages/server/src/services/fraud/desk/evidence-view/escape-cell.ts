/** A spreadsheet calculates a cell that begins like this, also after spaces. */
const formula = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const number = /^[+-]?\d+(?:[.,]\d+)?$/

/** The text of a cell that no spreadsheet executes: a formula becomes text by a leading apostrophe. */
export const escapeFormula = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text

/** One line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map((cell) => quoted(cell === null ? '' : escapeFormula(String(cell)))).join(',')}\r\n`

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
