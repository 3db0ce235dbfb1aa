import { once } from 'node:events'
import { csvLine, nextTurn } from '@nani/foundation/core/index.ts'
import { parse } from 'csv-parse'
import { maxOutputBytes, NotRendered, type Rendering } from './rendered-file.ts'

const maxRows = 100_000
const pieceBytes = 64 * 1024

/** Parses a CSV file and writes its rows again. Cells that a spreadsheet would execute are escaped. */
export const renderTable = async (bytes: Buffer): Promise<Rendering> => {
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true })
  const lines: string[] = []
  let [written, omitted] = [0, 0]
  parser.on('data', (row: string[]) => {
    const line = csvLine(row)
    const size = Buffer.byteLength(line)
    // No row follows one that was omitted.
    if (omitted > 0 || lines.length >= maxRows || written + size > maxOutputBytes) omitted++
    else {
      lines.push(line)
      written += size
    }
  })
  const ended = once(parser, 'end')
  ended.catch(() => {})
  try {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      if (!parser.write(bytes.subarray(from, from + pieceBytes))) await once(parser, 'drain')
      await nextTurn()
    }
    parser.end()
    await ended
  } catch {
    throw new NotRendered('the table cannot be parsed')
  }
  const text = Buffer.from(lines.join(''))
  return {
    files: [{ name: 'table.csv', contentType: 'text/csv; charset=utf-8', bytes: text }],
    omitted,
  }
}
