import { Refusal } from '@nani/foundation/core/index.ts'
import pg from 'pg'

const character = 'a character that is not allowed in text (U+0000, or half of a surrogate pair)'
const day = 'a date that does not exist'

// By SQLSTATE: errors that the content of a file causes in PostgreSQL.
const unreadable: Readonly<Record<string, string>> = {
  '22021': character,
  '22P02': character,
  '22P05': character,
  '22007': day,
  '22008': day,
  // `X` twice and `X#2`: the second `X` would also be named `X#2`.
  '23505': 'two entries under one reference',
}

/**
 * Converts an error of PostgreSQL that only the content of a file can cause to a refusal. Other errors are returned
 * unchanged. The message and detail of PostgreSQL can quote an entry, so neither is shown.
 */
export const refusedByDatabase = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError) || !error.code) return error
  const { code } = error
  if (code === '54000')
    return new Refusal(
      'list_too_large',
      `The file contains a reference or an id that is too long for an index (PostgreSQL ${code}).`,
    )
  if (!code.startsWith('22') && !unreadable[code]) return error
  const what = unreadable[code] ?? 'a value that cannot be stored'
  return new Refusal('list_unreadable', `The file contains ${what} (PostgreSQL ${code}).`)
}
