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

/** A digit written for a letter: 3 is an e here, which a scanner reads as c. */
const digitLetters: Readonly<Record<string, string>> = { ...shapes, '3': 'e' }

const letterPairs = /rn|vv|cl/g
const merged: Readonly<Record<string, string>> = { rn: 'm', vv: 'w', cl: 'd' }
const single = /[0-9lhev]/g

/** A key that is equal for two readings of the same print: Arnisi and Amisi, Kala1a and Kalala. */
export const lookalikeKey = (text: string): string =>
  text
    .replace(letterPairs, (pair) => merged[pair] ?? pair)
    .replace(single, (letter) => shapes[letter] ?? letter)

const digitsAndStrokes = /[0-9l]/g

/** The same for letters that were exchanged for others of exactly their shape: digits, pairs of letters, l for i. */
export const disguisedKey = (text: string): string =>
  text
    .replace(letterPairs, (pair) => merged[pair] ?? pair)
    .replace(digitsAndStrokes, (letter) => digitLetters[letter] ?? letter)

const misreadable = /[0-9]|rn|vv|cl/

/** Whether a word has a digit or letters that look like one other letter. */
export const isMisreadable = (text: string): boolean => misreadable.test(text)
