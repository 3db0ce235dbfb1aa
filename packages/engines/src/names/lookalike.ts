/** Letters that scanners and readers of handwriting confuse, reduced to one of them. */
const shapes: Readonly<Record<string, string>> = {
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

const letterPairs = /rn|vv|cl/g
const merged: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }
const single = /[0125689lhev]/g

/** A key that is equal for two readings of the same print: Arnisi and Amisi, Kala1a and Kalala. */
export const lookalikeKey = (text: string): string =>
  text
    .replace(letterPairs, (pair) => merged[pair] ?? pair)
    .replace(single, (letter) => shapes[letter] ?? letter)
