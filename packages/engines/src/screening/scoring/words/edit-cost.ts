import { maxTokenLength } from './read-words.ts'

/**
 * The difference of two spellings in edits: a letter added, missing, replaced, or exchanged with its neighbour.
 * Frequent confusions of writers and scanners cost less than unrelated letters.
 */
const otherCost = 1
const alikeCost = 0.6
const sameShapeCost = 0.3
const doubledCost = 0.3
const vowelAddedCost = 0.7
const muteAddedCost = 0.5
const exchangedCost = 0.7
/** kh is one sound. Romanizations also write h or k. */
const khAsHCost = 0.4
const khAsKCost = 0.5

/** Letters that are exchanged in some orthography. */
const alikeLetters = 'aeiouy bpvf dt kqcgxh szcx mn lr jyig wvu'.split(' ')
/** Digits and the letters of similar shape. */
const shapes = '0o 1i 1l 2z 3e 4a 5s 6g 7t 8b 9g'.split(' ')

/** German reads ch as kh. French reads it as sh. */
const chAsKhCost = 0.3
const chAsShCost = 0.2
const shAsSCost = 0.4

const kh = 37
const ch = 38
const sh = 39
const symbolCount = 40
const replacedCosts = new Float64Array(symbolCount * symbolCount).fill(otherCost)
const addedCosts = new Float64Array(symbolCount).fill(otherCost)

for (let symbol = 0; symbol < symbolCount; symbol++) replacedCosts[symbol * symbolCount + symbol] = 0

const setReplaced = (a: string, b: string, cost: number): void => {
  if (a !== b) replacedCosts[symbolOf(a.charCodeAt(0)) * symbolCount + symbolOf(b.charCodeAt(0))] = cost
}

const symbolOf = (code: number): number => {
  if (code >= 97 && code <= 122) return code - 97
  if (code >= 65 && code <= 90) return code - 65
  return code >= 48 && code <= 57 ? code - 22 : 36
}
for (const group of alikeLetters) for (const a of group) for (const b of group) setReplaced(a, b, alikeCost)
for (const pair of shapes) {
  setReplaced(pair[0]!, pair[1]!, sameShapeCost)
  setReplaced(pair[1]!, pair[0]!, sameShapeCost)
}

const setSymbols = (a: number, b: number, cost: number): void => {
  replacedCosts[a * symbolCount + b] = cost
  replacedCosts[b * symbolCount + a] = cost
}
for (const [letter, cost] of [
  ['h', khAsHCost],
  ['k', khAsKCost],
  ['x', khAsKCost],
] as const) {
  setSymbols(symbolOf(letter.charCodeAt(0)), kh, cost)
}
setSymbols(ch, kh, chAsKhCost)
setSymbols(ch, sh, chAsShCost)
for (const letter of 'ckhqj') setSymbols(symbolOf(letter.charCodeAt(0)), ch, alikeCost)
for (const letter of 'sc') setSymbols(symbolOf(letter.charCodeAt(0)), sh, shAsSCost)
setSymbols(symbolOf('z'.charCodeAt(0)), sh, alikeCost)
setSymbols(symbolOf('s'.charCodeAt(0)), ch, alikeCost)
for (const vowel of 'aeiou') addedCosts[symbolOf(vowel.charCodeAt(0))] = vowelAddedCost
for (const mute of 'hy') addedCosts[symbolOf(mute.charCodeAt(0))] = muteAddedCost

const row = maxTokenLength * 2 + 2
let before = new Float64Array(row)
let previous = new Float64Array(row)
let current = new Float64Array(row)
const symbolsA = new Uint8Array(row)
const symbolsB = new Uint8Array(row)

/** The cost of turning one spelling into the other, or Infinity above `limit`. Symmetric. */
export const editCost = (a: string, b: string, limit: number): number => {
  const plain = costOf(a, b, false, limit)
  if (plain <= alikeCost || !mayExchangeDigraphs(a, b)) return plain
  return Math.min(plain, costOf(a, b, true, limit))
}

const khSpelled = /kh/
const digraphs = /[cks]h/

/** kh is also written h or k. ch and sh are exchanged only with each other and with kh. */
const mayExchangeDigraphs = (a: string, b: string): boolean =>
  khSpelled.test(a) || khSpelled.test(b) || (digraphs.test(a) && digraphs.test(b))

const costOf = (a: string, b: string, withDigraphs: boolean, limit: number): number => {
  const rows = spellSymbols(a, withDigraphs, symbolsA)
  const columns = spellSymbols(b, withDigraphs, symbolsB)
  previous[0] = 0
  for (let j = 1; j <= columns; j++) previous[j] = previous[j - 1]! + addedCost(symbolsB, j - 1)
  for (let i = 1; i <= rows; i++) {
    if (fillRow(i, columns) > limit) return Number.POSITIVE_INFINITY
    const free = before
    before = previous
    previous = current
    current = free
  }
  const cost = previous[columns]!
  return cost > limit ? Number.POSITIVE_INFINITY : cost
}

const spellSymbols = (text: string, withDigraphs: boolean, into: Uint8Array): number => {
  let count = 0
  for (let at = 0; at < text.length && count < row - 1; at++) {
    const code = text.charCodeAt(at)
    const digraph = withDigraphs && text.charCodeAt(at + 1) === 104 ? digraphOf(code) : -1
    into[count++] = digraph === -1 ? symbolOf(code) : digraph
    if (digraph !== -1) at++
  }
  return count
}

/** The sound of a letter followed by h. */
const digraphOf = (code: number): number => (code === 107 ? kh : code === 99 ? ch : code === 115 ? sh : -1)

const addedCost = (symbols: Uint8Array, at: number): number => {
  const cost = addedCosts[symbols[at]!]!
  return at > 0 && symbols[at] === symbols[at - 1] && cost > doubledCost ? doubledCost : cost
}

/** Fills one row of the matrix and returns its lowest cost. No later row is lower. */
const fillRow = (i: number, columns: number): number => {
  const x = symbolsA[i - 1]!
  const removed = addedCost(symbolsA, i - 1)
  let least = previous[0]! + removed
  current[0] = least
  for (let j = 1; j <= columns; j++) {
    const y = symbolsB[j - 1]!
    let cost = previous[j - 1]! + replacedCosts[x * symbolCount + y]!
    const lost = previous[j]! + removed
    if (lost < cost) cost = lost
    const added = current[j - 1]! + addedCost(symbolsB, j - 1)
    if (added < cost) cost = added
    if (i > 1 && j > 1 && x !== y && x === symbolsB[j - 2] && symbolsA[i - 2] === y) {
      const exchanged = before[j - 2]! + exchangedCost
      if (exchanged < cost) cost = exchanged
    }
    current[j] = cost
    if (cost < least) least = cost
  }
  return least
}
