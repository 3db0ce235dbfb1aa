import { csvRows, OperatorError } from '@nani/foundation/core/index.ts'
import { parse } from 'csv-parse/sync'

/** Two photographs of a pairs file, with their names in it. */
export type Pair = { a: string; b: string; isSame: boolean }

/** A file of pairs cannot be read. The line is the line of the file. */
export class PairsUnreadable extends OperatorError {
  constructor(message: string) {
    super('file_unusable', message, {
      next: 'A file of pairs has a header with file_a, file_b and label. Paths of photographs are relative to its folder.',
    })
  }
}

const verdicts: Readonly<Record<string, boolean>> = {
  same: true,
  different: false,
  '1': true,
  '0': false,
  true: true,
  false: false,
  match: true,
  no_match: false,
}
const most = 1_000_000

/**
 * A CSV with a header: `file_a`, `file_b` and `label` (`same` or `different`; also 1 or 0, true or false, match or
 * no_match). Other columns are ignored.
 */
export const readPairs = (csv: string | Buffer): Pair[] => {
  const rows = parseRows(csv)
  if (rows.length === 0) throw new PairsUnreadable('the file has no pairs')
  if (rows.length > most) throw new PairsUnreadable(`the file has more than ${most} pairs`)
  return rows.map(({ line, cells: { file_a: a, file_b: b, label } }) => {
    const isSame = verdicts[(label ?? '').toLowerCase()]
    if (!a || !b) throw new PairsUnreadable(`line ${line}: file_a and file_b name two photographs`)
    if (isSame === undefined) throw new PairsUnreadable(`line ${line}: label is same or different`)
    return { a, b, isSame }
  })
}

const form = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true } as const

const parseRows = (csv: string | Buffer) => {
  try {
    return csvRows<Record<string, string>>(String(csv), (text) => parse(text, form))
  } catch (error) {
    throw new PairsUnreadable(error instanceof Error ? error.message : 'the file is not CSV')
  }
}
