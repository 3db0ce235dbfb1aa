import { parsedSource } from './parsed-source.ts'

/** A text in a source file that may be SQL: a string, or a template with its expressions replaced by `?`. */
export type SqlText = { path: string; line: number; text: string }

/** All texts of a file that name a table after `from`, `join`, `into`, `update` or `table`. */
export const sqlTextsOf = (path: string, source: string): SqlText[] =>
  parsedSource(path, source)
    .texts.map(({ line, parts }) => ({ path, line, text: parts.join('?') }))
    .filter(({ text }) => isSql(text))

export const isSql = (text: string): boolean => /\b(?:from|join|into|update|table)\s+"?[a-z_]+/i.test(text)

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
