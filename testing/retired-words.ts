/**
 * Words of an earlier private vocabulary, with the word to use instead.
 * Only words that have no other meaning in this project are here, so that a search reports no false alarm.
 */
export const retiredWords: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\btold\b/i, 'reported, returned, rendered, stated'],
  [/\btells?\b/i, 'reports, returns, states, shows'],
  [/\b(?:whoever|whomever)\b/i, 'a caller, an operator, anyone who'],
  [/\bwhom\b/i, 'name the person: the subject, the citizen'],
  [/(?:^|[.:;,(]\s)Who (?!is this)[a-z' ]*[^?]$/, 'name the subject: a caller who, a person who'],
  [/\b(?:nobody|nobody's)\b/i, 'no one, no caller, no process'],
  [
    /\b(?:somebody|somebody's|anybody|anybody's|everybody|everybody's)\b/i,
    'a person, a caller, every process',
  ],
  [/\bstands?\b(?!\s+for\b)/i, 'is, appears, is stored'],
  [/\bstood\b/i, 'was, appeared'],
  [/\bbesides?\b/i, 'next to, with, in addition to'],
  [/\breckon(?:s|ed|ing)?\b/i, 'compute, calculate'],
  [/\banew\b/i, 'again'],
  [/\black(?:s|ed|ing)?\b/i, 'has no, is missing'],
  [/\bdawdl\w*/i, 'is slow'],
  [/\bparted by\b/i, 'separated by'],
  [/\bone-bit\b/i, 'minimal disclosure'],
  [/\b(?:un)?vouche[sd]?\b/i, 'trusted, certified'],
  [/\bspecimens?\b/i, 'synthetic fixtures'],
  [/\bin the clear\b/i, 'unencrypted'],
  [/\bof one's own\b/i, 'your own'],
  [/\bits its\b/i, 'its'],
  [/\bgravest\b/i, 'most severe'],
]

/** Names that were replaced. */
export const retiredNames: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bmost[A-Z]\w*/g, 'max'],
  [/\b\w*[aA]tOnce\b/g, 'concurrency, batchSize, max…Bytes'],
  [/\b(?:told|gravity)\b/g, 'the name of the content: rendered, reported, contribution'],
]
