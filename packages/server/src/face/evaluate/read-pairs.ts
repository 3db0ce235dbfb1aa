import { parse } from 'csv-parse/sync'

/** Two photographs of a file of pairs, as it names them. */
export type Pair = { a: string; b: string; isSame: boolean }

/** What a file of pairs does not say, for whoever wrote it; the line is that of the file. */
export class PairsUnreadable extends Error {}

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
 * no_match). Other columns are left alone.
 */
export const readPairs = (csv: string | Buffer): Pair[] => {
  const rows = parseRows(csv)
  if (rows.length === 0) throw new PairsUnreadable('it has no pairs')
  if (rows.length > most) throw new PairsUnreadable(`it has more than ${most} pairs`)
  return rows.map(({ record, info }) => {
    const { file_a: a, file_b: b, label } = record
    const isSame = verdicts[(label ?? '').toLowerCase()]
    if (!a || !b) throw new PairsUnreadable(`line ${info.lines}: file_a and file_b name two photographs`)
    if (isSame === undefined) throw new PairsUnreadable(`line ${info.lines}: label is same or different`)
    return { a, b, isSame }
  })
}

type Row = { record: Record<string, string | undefined>; info: { lines: number } }

const parseRows = (csv: string | Buffer): Row[] => {
  try {
    return parse(csv, { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true })
  } catch (error) {
    throw new PairsUnreadable(error instanceof Error ? error.message : 'it is no CSV')
  }
}
