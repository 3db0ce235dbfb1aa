import { createReadStream } from 'node:fs'

/** The greatest file that is read: a bound for the memory of the trainer. */
export const maxFileBytes = 2 ** 30
const maxCellLength = 100_000

/** The rows of a CSV file (RFC 4180), with the header as the first one. It reads the file in pieces. */
export const readCsv = async function* (path: string): AsyncGenerator<string[]> {
  let parser = emptyParser()
  let bytes = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    bytes += chunk.length
    if (bytes > maxFileBytes) throw new RangeError(`${path} has more than ${maxFileBytes} bytes`)
    const rows: string[][] = []
    parser = parse(parser, bytes === chunk.length ? chunk.replace(/^\uFEFF/, '') : chunk, rows)
    yield* rows
  }
  if (parser.cell !== '' || parser.row.length > 0) yield [...parser.row, parser.cell]
}

type Parser = { row: string[]; cell: string; isQuoted: boolean; afterQuote: boolean }
const emptyParser = (): Parser => ({ row: [], cell: '', isQuoted: false, afterQuote: false })

const parse = (parser: Parser, text: string, rows: string[][]): Parser => {
  let { row, cell, isQuoted, afterQuote } = parser
  let start = 0
  const take = (end: number) => {
    cell += text.slice(start, end)
    start = end + 1
    if (cell.length > maxCellLength) throw new RangeError(`A cell has more than ${maxCellLength} characters`)
  }
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === 34) {
      take(index)
      // A doubled quote inside a quoted cell is one quote.
      if (!isQuoted && afterQuote) cell += '"'
      isQuoted = !isQuoted
      afterQuote = !isQuoted
      continue
    }
    afterQuote = false
    if (isQuoted) continue
    if (character === 44) {
      take(index)
      row.push(cell)
      cell = ''
    } else if (character === 10) {
      take(index)
      row.push(cell.endsWith('\r') ? cell.slice(0, -1) : cell)
      cell = ''
      if (row.length > 1 || row[0] !== '') rows.push(row)
      row = []
    }
  }
  take(text.length)
  return { row, cell, isQuoted, afterQuote }
}
