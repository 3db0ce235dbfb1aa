/** Letters that a scanner or a reader of handwriting takes for one another, reduced to one of them. */
const SHAPES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '2': 'z',
  '5': 's',
  '6': 'g',
  '9': 'g',
  '8': 'b',
  h: 'b',
  e: 'c',
  v: 'u',
}

const LETTER_PAIRS = /rn|vv|cl/g
const MERGED: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }
const SINGLE = /[0125689lhev]/g

/** A key that is equal for two readings of the same print: Arnisi and Amisi, Kala1a and Kalala. */
export function lookalikeKey(text: string): string {
  return text
    .replace(LETTER_PAIRS, (pair) => MERGED[pair] ?? pair)
    .replace(SINGLE, (letter) => SHAPES[letter] ?? letter)
}
