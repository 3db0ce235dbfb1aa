import { foldName } from '@nani/engines/names/index.ts'
import { hasTooManyWords, hasUnreadableMixture, maxWords } from '@nani/engines/screening/index.ts'

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
  [/\+A[A-P][A-Za-z0-9+/]*-/, 'an escape of UTF-7 such as +AOk-'],
  [/\bu\+[0-9a-f]{4}/i, 'the code of a character such as U+0041'],
  [
    /\p{L}(\|[-_()/]|\(\s*\))|([-_()/]\||\(\s*\))\p{L}/u,
    'a letter that is drawn with signs such as |-| or ()',
  ],
  [/[{}]/, 'a brace'],
  [/\p{L}\s*\?|\?\s*\p{L}/u, 'a question mark for a letter that a program lost'],
  [/\p{Script=Latin}\ufffd|\ufffd\p{Script=Latin}/u, 'the sign U+FFFD for a letter that a program lost'],
]

const base64 = /^[A-Za-z0-9+/]{12,}={0,2}$/
const plainText = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .,'’-]*$/u

/** Many long words look like base64. Only one that decodes to a readable text is refused. */
const isBase64 = (name: string): boolean =>
  base64.test(name) && plainText.test(Buffer.from(name, 'base64').toString('utf8'))

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
  if (isBase64(plain)) return 'must be plain text, but is text in base64'
  if (hasUnreadableMixture(plain))
    return 'must have no word that mixes Latin letters with those of another script'
  return hasTooManyWords(name) ? `must have at most ${maxWords} words` : null
}
