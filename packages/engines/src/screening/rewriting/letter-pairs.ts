const pairs: readonly (readonly [RegExp, string])[] = [
  [/rn/gi, 'm'],
  [/vv/gi, 'w'],
  [/cl/gi, 'd'],
]
/** Abd and ud-Din with cl for d. Words with them are divided, so the comparison by shape has other words. */
const dividedWord = /\babcl|cl(?:i+|ie|ee)ne?\b/i

/** The name with m for rn, w for vv and d for cl, if one of them hides where a word is divided. */
export const byLetterPairs = (name: string): string[] =>
  dividedWord.test(name) ? [pairs.reduce((text, [pair, letter]) => text.replace(pair, letter), name)] : []
