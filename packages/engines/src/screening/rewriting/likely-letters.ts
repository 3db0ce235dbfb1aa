import { arabicNames } from '../scoring/words/arabic-names.ts'
import { christianNames } from '../scoring/words/christian-names.ts'
import { nicknames, spellings } from '../scoring/words/family-words.ts'
import { surnames } from '../scoring/words/frequent-surnames.ts'
import { shortForms } from '../scoring/words/short-forms.ts'

/** Letters a to z are 1 to 26. A boundary of a word is 0. */
const symbols = 27
/** Shares of the counts of single letters, of two and of three in the estimate. */
const ofOne = 0.1
const ofTwo = 0.3
const ofThree = 0.6

const symbolOf = (text: string, at: number): number => {
  const letter = text.charCodeAt(at) - 96
  return letter >= 1 && letter <= 26 ? letter : 0
}

/** The logarithm of the probability of each letter after two others, in well-known names of many languages. */
const table = ((): Float32Array => {
  const one = new Float64Array(symbols)
  const two = new Float64Array(symbols ** 2)
  const three = new Float64Array(symbols ** 3)
  let count = 0
  const known = new Set(
    [...spellings, ...arabicNames, ...christianNames, ...nicknames, ...shortForms, ...surnames].flatMap(
      (line) => line.split(' '),
    ),
  )
  for (const name of known) {
    let [a, b] = [0, 0]
    for (let at = 0; at <= name.length; at++) {
      const c = symbolOf(name, at)
      one[c]!++
      two[b * symbols + c]!++
      three[(a * symbols + b) * symbols + c]!++
      count++
      a = b
      b = c
    }
  }
  const sumOf = (counts: Float64Array, from: number) => {
    let sum = 0
    for (let c = 0; c < symbols; c++) sum += counts[from + c]!
    return sum
  }
  const logs = new Float32Array(symbols ** 3)
  for (let b = 0; b < symbols; b++) {
    const afterB = sumOf(two, b * symbols)
    for (let a = 0; a < symbols; a++) {
      const from = (a * symbols + b) * symbols
      const afterBoth = sumOf(three, from)
      for (let c = 0; c < symbols; c++) {
        const single = (one[c]! + 1) / (count + symbols)
        const pair = (two[b * symbols + c]! + single) / (afterB + 1)
        const triple = (three[from + c]! + pair) / (afterBoth + 1)
        logs[from + c] = Math.log2(ofOne * single + ofTwo * pair + ofThree * triple)
      }
    }
  }
  return logs
})()

/** A sign among letters is as unlikely as the rarest letters. */
const unlikely = -9
const space = 32

/**
 * How likely the letters of a text in small letters follow each other in a name: the mean logarithm of each letter's
 * probability. Signs other than spaces are unlikely. About -3.5 for a name, and -6 for letters in no order.
 */
export const likelihoodOf = (text: string): number => likelihood(text, 0, 1)

/** The same of its letters in reverse order, which is also that of each word in reverse. */
export const likelihoodOfReverse = (text: string): number => likelihood(text, text.length - 1, -1)

const likelihood = (text: string, from: number, step: 1 | -1): number => {
  let sum = 0
  let count = 0
  let a = 0
  let b = 0
  for (let left = text.length, at = from; left >= 0; left--, at += step) {
    const code = left === 0 ? space : text.charCodeAt(at)
    const c = code >= 97 && code <= 122 ? code - 96 : 0
    if (c === 0 && code !== space) sum += unlikely
    else if (c !== 0 || b !== 0) sum += table[(a * symbols + b) * symbols + c]!
    else continue
    count++
    a = c === 0 ? 0 : b
    b = c
  }
  return count === 0 ? 0 : sum / count
}
