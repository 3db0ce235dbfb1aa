import { parseSync, Visitor } from 'oxc-parser'

/** A text in a source file that may be SQL: a string, or a template with its expressions replaced by `?`. */
export type SqlText = { path: string; line: number; text: string }

/** All texts of a file that name a table after `from`, `join`, `into`, `update` or `table`. */
export const sqlTextsOf = (path: string, source: string): SqlText[] => {
  const { program } = parseSync(path, source)
  const found: SqlText[] = []
  const take = (start: number, text: string) => {
    if (/\b(?:from|join|into|update|table)\s+"?[a-z_]+/i.test(text))
      found.push({ path, line: source.slice(0, start).split('\n').length, text })
  }
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') take(node.start, node.value)
    },
    TemplateLiteral: (node) => take(node.start, node.quasis.map(({ value }) => value.cooked ?? '').join('?')),
  }).visit(program)
  return found
}

/** The tables that a text reads or writes. */
export const tablesOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_]+)"?/gi)].map((match) =>
      (match[1] as string).toLowerCase(),
    ),
  ),
]

/** The tables that a text writes. */
export const writtenTablesOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:insert\s+into|delete\s+from|update)\s+(?:only\s+)?"?([a-z_]+)"?/gi)]
      .map((match) => (match[1] as string).toLowerCase())
      // `on conflict … do update set`, `for update of`, `for update skip locked`
      .filter((name) => !['set', 'of', 'skip', 'nowait'].includes(name)),
  ),
]
