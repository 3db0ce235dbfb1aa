const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/gi, 'm'],
  [/vv/gi, 'w'],
  [/cl/gi, 'd'],
]
/** Many given names begin with cl. Inside a word the pairs are rarer. */
const misread = /rn|vv|\Bcl/i

/** The name with m for rn, w for vv and d for cl. The comparison by shape cannot see this where a word is divided. */
export const byLetterPairs = (name: string): string[] =>
  misread.test(name) ? [pairs.reduce((text, [pair, letter]) => text.replace(pair, letter), name)] : []
