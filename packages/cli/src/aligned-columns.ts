/** Rows of cells as aligned columns, two spaces apart, without trailing spaces. Cells can contain colours. */
export const columns = (rows: string[][], indent = ''): string => {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell))
  }
  const line = (row: string[]) =>
    row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell))).join('  ')
  return rows.map((row) => `${indent}${line(row)}`.trimEnd()).join('\n')
}

type Lines = string | readonly string[] | null

/** Labelled blocks: the label is on the first line of its block. Empty blocks are omitted. */
export const labelled = (
  blocks: readonly [label: string, lines: Lines][] | Readonly<Record<string, Lines>>,
  indent = '  ',
): string => {
  const rows = (Array.isArray(blocks) ? blocks : Object.entries(blocks)) as readonly [string, Lines][]
  return columns(
    rows.flatMap(([label, lines]) =>
      [lines ?? []].flat().map((line, index) => [index === 0 ? label : '', line]),
    ),
    indent,
  )
}

const escapes = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g')
const marks = /\p{M}/gu

/** The visible width of a cell. Escapes and combining marks have none. */
const width = (cell: string): number => [...cell.replace(escapes, '').replace(marks, '')].length
