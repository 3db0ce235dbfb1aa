import { Refusal } from '@nani/foundation/core/index.ts'

/** Two photographs of a file of pairs, with their names in it. `group`: the group of both, if the file states one. */
export type Pair = { a: string; b: string; isSame: boolean; group: string | null }

/** A list of an evaluation cannot be read. The line is the line of the file. */
export const listUnreadable = (message: string): Refusal =>
  new Refusal('file_unusable', message, {
    next: 'A list of photographs has a header with file and person, a list of pairs one with file_a, file_b and label. Both may have group. Paths of photographs are relative to its folder.',
  })

export type ListRow = { line: number; cells: Partial<Record<string, string>> }

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

/** Rows with `file_a`, `file_b` and `label` (`same` or `different`; also 1 or 0, true or false, match or no_match). */
export const readPairs = (rows: readonly ListRow[]): Pair[] => {
  if (rows.length > most) throw listUnreadable(`the file has more than ${most} pairs`)
  return rows.map(({ line, cells: { file_a: a, file_b: b, label, group } }) => {
    const isSame = verdicts[(label ?? '').toLowerCase()]
    if (!a || !b) throw listUnreadable(`line ${line}: file_a and file_b name two photographs`)
    if (isSame === undefined) throw listUnreadable(`line ${line}: label is same or different`)
    return { a, b, isSame, group: group || null }
  })
}
