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

/** A key that is equal for two readings of the same print: Arnisi and Amisi, Kala1a and Kalala. */
export const lookalikeKey = (text: string): string => {
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    // Every word of a search passes here, and few letters begin a pair.
    const pair =
      letter === 'r' || letter === 'v' || letter === 'c' ? merged[text.slice(at, at + 2)] : undefined
    if (pair !== undefined) at++
    key += pair ?? shapes[letter] ?? letter
  }
  return key
}

const digitsAndStrokes = /[0-9l]/g

/** The same for letters that were exchanged for others of exactly their shape: digits, pairs of letters, l for i. */
export const disguisedKey = (text: string): string =>
  text
    .replace(letterPairs, (pair) => merged[pair] ?? pair)
    .replace(digitsAndStrokes, (letter) => digitLetters[letter] ?? letter)

const misreadable = /[0-9]|rn|vv|cl/

/** Whether a word has a digit or letters that look like one other letter. */
export const isMisreadable = (text: string): boolean => misreadable.test(text)
