import { foldName } from '@nani/engines/names/index.ts'
import { hasTooManyWords, maxWords } from '@nani/engines/screening/index.ts'

/**
 * Embeddings, overrides and isolates. Direction marks (LRM, RLM, ALM) occur in Arabic and Hebrew names and are
 * ignored.
 */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/u
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/** Text that only a program writes instead of a space or a letter, and its name. */
const escapes: readonly (readonly [escape: RegExp, called: string])[] = [
  [/%[0-9a-f]{2}/i, 'a percent escape such as %20'],
  [/[<>]/, 'markup: < or >'],
  [/&(#|[a-z][a-z0-9]{1,31};|nbsp)/i, 'a character reference such as &nbsp;'],
  [/\\/, 'a backslash'],
  [/=[0-9a-f]{2}/i, 'a quoted-printable escape such as =20'],
  [/_x[0-9a-f]{4}_/i, 'an escape such as _x0020_'],
  [/[{}]/, 'a brace'],
  [/\p{L}\s*\?|\?\s*\p{L}/u, 'a question mark for a letter that a program lost'],
  [/\p{Script=Latin}\ufffd|\ufffd\p{Script=Latin}/u, 'the sign U+FFFD for a letter that a program lost'],
]

/**
 * The reason why a name cannot be screened, or null. Such a name matches no real name, so the answer `low` would
 * wrongly clear the person. A refusal shows the error to the caller.
 */
export const faultOfName = (name: string): string | null => {
  if (bidiControls.test(name)) return 'must have no characters that override the direction of the text'
  const folded = foldName(name).text
  if (!/\p{L}/u.test(folded)) return 'must have at least one letter'
  // Full-width characters are included. Hidden characters between them are ignored.
  const plain = name.replace(invisible, '').normalize('NFKC')
  const found = escapes.find(([pattern]) => pattern.test(plain))
  if (found) return `must be plain text, but has ${found[1]}`
  return hasTooManyWords(name) ? `must have at most ${maxWords} words` : null
}
