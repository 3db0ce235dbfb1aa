/** Letters and digits that scanners and readers of handwriting confuse, reduced to one letter. */
const shapes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  l: 'i',
  '2': 'z',
  '3': 'c',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '9': 'g',
  '8': 'b',
  h: 'b',
  e: 'c',
  v: 'u',
}

const letterPairs = /rn|vv|cl/g
const merged: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }
const single = /[0-9lhev]/g

/** A key that is equal for two readings of the same print: Arnisi and Amisi, Kala1a and Kalala. */
export const lookalikeKey = (text: string): string =>
  text
    .replace(letterPairs, (pair) => merged[pair] ?? pair)
    .replace(single, (letter) => shapes[letter] ?? letter)

const misreadable = /[0-9]|rn|vv|cl/

/** Whether a word has a digit or letters that look like one other letter. */
export const isMisreadable = (text: string): boolean => misreadable.test(text)
