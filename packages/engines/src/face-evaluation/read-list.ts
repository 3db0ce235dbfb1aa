import { csvRows } from '@nani/foundation/core/index.ts'
import { parse } from 'csv-parse/sync'
import { type ListRow, listUnreadable, type Pair, readPairs } from './read-pairs.ts'

/** A photograph of a list, with its person. */
export type ListedPhotograph = { file: string; person: string; group: string | null }

/** The input of an evaluation: pairs that someone made, or photographs and people, of which all pairs are made. */
export type EvaluationList =
  | { kind: 'pairs'; pairs: Pair[] }
  | { kind: 'photographs'; photographs: ListedPhotograph[] }

/** All pairs of more photographs would need more than 100 MB and minutes of one core. */
export const maxPhotographs = 6_000

/**
 * A CSV with a header. With `file_a`, `file_b` and `label` (`same` or `different`; also 1 or 0, true or false, match or
 * no_match) it lists pairs. With `file` and `person` it lists photographs. `group` is optional. Other columns are ignored.
 */
export const readList = (csv: string | Buffer): EvaluationList => {
  const rows = parseRows(csv)
  const [first] = rows
  if (!first) throw listUnreadable('the file has no pairs and no photographs')
  return 'person' in first.cells && !('file_a' in first.cells)
    ? { kind: 'photographs', photographs: photographsOf(rows) }
    : { kind: 'pairs', pairs: readPairs(rows) }
}

const photographsOf = (rows: readonly ListRow[]): ListedPhotograph[] => {
  if (rows.length > maxPhotographs)
    throw listUnreadable(`the file has more than ${maxPhotographs} photographs`)
  const seen = new Map<string, number>()
  const groups = new Map<string, string | null>()
  return rows.map(({ line, cells: { file, person, group: written } }) => {
    if (!file || !person)
      throw listUnreadable(`line ${line}: file and person name a photograph and its person`)
    const earlier = seen.get(file)
    if (earlier) throw listUnreadable(`line ${line}: ${file} is already in line ${earlier}`)
    seen.set(file, line)
    const group = written || null
    if (groups.has(person) && groups.get(person) !== group)
      throw listUnreadable(`line ${line}: ${person} has two groups`)
    groups.set(person, group)
    return { file, person, group }
  })
}

const form = { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true } as const

const parseRows = (csv: string | Buffer): ListRow[] => {
  try {
    return csvRows<Record<string, string>>(String(csv), (text) => parse(text, form))
  } catch (error) {
    throw listUnreadable(error instanceof Error ? error.message : 'the file is not CSV')
  }
}
