/** Signs by the letter of their shape. No name has them in a word. 1 is an i or an l, which a comparison by shape decides. */
const shapes: Readonly<Record<string, string>> = {
  '(': 'c',
  '[': 'c',
  ']': 'j',
  '°': 'o',
  '^': 'a',
  '&': 'e',
  '\u00a7': 's',
  '†': 't',
  '×': 'x',
  '©': 'c',
  '®': 'r',
  '~': 'n',
  ':': '1',
  ';': '1',
  '/': 'l',
}
const sign = /[([\]°^&\u00a7†×©®~:;/*]/g
const atLetter = /(?<=\p{L}\p{M}*)[([\]°^&\u00a7†×©®~:;/*]|[([\]°^&\u00a7†×©®~:;/*](?=\p{L})/u
const brackets = /[()[\]]/g
const inPairs = /^(?:\(\)|\[\])*$/

/** Brackets in pairs enclose a part of a name. */
const arePaired = (name: string): boolean => inPairs.test((name.match(brackets) ?? []).join(''))

const inWord = /(?<=\p{L}\p{M}*)[°^&\u00a7†×©®~:;/*]+|[°^&\u00a7†×©®~:;/*]+(?=\p{L})/gu
const inWordWithBrackets = /(?<=\p{L}\p{M}*)[([\]°^&\u00a7†×©®~:;/*]+|[([\]°^&\u00a7†×©®~:;/*]+(?=\p{L})/gu

/** The name of a person with the letters of these shapes, and without the signs. */
export const bySigns = (name: string): string[] => {
  if (!atLetter.test(name)) return []
  const signs = arePaired(name) ? inWord : inWordWithBrackets
  const spelled = name.replace(signs, (run) => run.replace(sign, (one) => shapes[one] ?? ''))
  return [...new Set([spelled, name.replace(signs, '')])].filter((reading) => reading !== name)
}
