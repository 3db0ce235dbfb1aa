import pg from 'pg'
import { ListRefused } from '../list-refused.ts'

const character = 'a character that no text may hold (U+0000, or half of a surrogate pair)'
const day = 'a date that does not exist'

// By SQLSTATE: what of a file PostgreSQL could not take.
const unreadable: Readonly<Record<string, string>> = {
  '22021': character,
  '22P02': character,
  '22P05': character,
  '22007': day,
  '22008': day,
  // `X` twice and `X#2`: the second `X` would be called `X#2`, too.
  '23505': 'two entries under one reference',
}

const advice =
  'Fetch the file anew; a file of your own is to be mended. If it is refused again, tell its publisher.'

/**
 * An error of PostgreSQL that only the content of a file can cause, as a refusal; anything else as it is. PostgreSQL's
 * own message and detail may quote an entry, hence neither is shown.
 */
export const refusedByDatabase = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError) || !error.code) return error
  const { code } = error
  if (code === '54000')
    return new ListRefused(
      'too_large',
      `It holds a reference or an id too long for an index (PostgreSQL ${code}). ${advice}`,
    )
  if (!code.startsWith('22') && !unreadable[code]) return error
  const what = unreadable[code] ?? 'a value that cannot be stored'
  return new ListRefused('unreadable', `It holds ${what} (PostgreSQL ${code}). ${advice}`)
}
