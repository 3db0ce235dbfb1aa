import { MAX_TOKEN_LENGTH } from './prepare-name.ts'

/**
 * How different two spellings are, in slips: a letter added, lost, replaced, or exchanged with its neighbour. What
 * writers and scanners often confuse costs less than a letter that has nothing to do with the other.
 */
const OTHER = 1
const ALIKE = 0.6
const SAME_SHAPE = 0.3
const DOUBLED = 0.3
const VOWEL_ADDED = 0.7
const MUTE_ADDED = 0.5
const EXCHANGED = 0.7
/** kh is one sound; romanizations write it h or k as well. */
const KH_AS_H = 0.4
const KH_AS_K = 0.5

/** Letters that stand for one another in some orthography. */
const ALIKE_LETTERS = 'aeiouy bpvf dt kqcgxh szcx mn lr jyig wvu'.split(' ')
/** Digits and the letters that look like them. */
const SHAPES = '0o 1i 1l 2z 3e 4a 5s 6g 7t 8b 9g'.split(' ')

/** ch is kh to a German, sh to a Frenchman. */
const CH_AS_KH = 0.3
const CH_AS_SH = 0.2
const SH_AS_S = 0.4

const KH = 37
const CH = 38
const SH = 39
const SYMBOLS = 40
const REPLACED = new Float64Array(SYMBOLS * SYMBOLS).fill(OTHER)
const ADDED = new Float64Array(SYMBOLS).fill(OTHER)

for (let symbol = 0; symbol < SYMBOLS; symbol++) REPLACED[symbol * SYMBOLS + symbol] = 0
for (const group of ALIKE_LETTERS) for (const a of group) for (const b of group) setReplaced(a, b, ALIKE)
for (const pair of SHAPES) {
  setReplaced(pair[0]!, pair[1]!, SAME_SHAPE)
  setReplaced(pair[1]!, pair[0]!, SAME_SHAPE)
}
for (const [letter, cost] of [
  ['h', KH_AS_H],
  ['k', KH_AS_K],
  ['x', KH_AS_K],
] as const) {
  setSymbols(symbolOf(letter.charCodeAt(0)), KH, cost)
}
setSymbols(CH, KH, CH_AS_KH)
setSymbols(CH, SH, CH_AS_SH)
for (const letter of 'ckhqj') setSymbols(symbolOf(letter.charCodeAt(0)), CH, ALIKE)
for (const letter of 'sc') setSymbols(symbolOf(letter.charCodeAt(0)), SH, SH_AS_S)
setSymbols(symbolOf('z'.charCodeAt(0)), SH, ALIKE)
setSymbols(symbolOf('s'.charCodeAt(0)), CH, ALIKE)
for (const vowel of 'aeiou') ADDED[symbolOf(vowel.charCodeAt(0))] = VOWEL_ADDED
for (const mute of 'hy') ADDED[symbolOf(mute.charCodeAt(0))] = MUTE_ADDED

function setReplaced(a: string, b: string, cost: number): void {
  if (a !== b) REPLACED[symbolOf(a.charCodeAt(0)) * SYMBOLS + symbolOf(b.charCodeAt(0))] = cost
}

function setSymbols(a: number, b: number, cost: number): void {
  REPLACED[a * SYMBOLS + b] = cost
  REPLACED[b * SYMBOLS + a] = cost
}

function symbolOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 97
  if (code >= 65 && code <= 90) return code - 65
  return code >= 48 && code <= 57 ? code - 22 : 36
}

const ROW = MAX_TOKEN_LENGTH * 2 + 2
let before = new Float64Array(ROW)
let previous = new Float64Array(ROW)
let current = new Float64Array(ROW)
const symbolsA = new Uint8Array(ROW)
const symbolsB = new Uint8Array(ROW)

/** The cost of turning one spelling into the other, or Infinity when it exceeds `limit`. Symmetric; of two words at most. */
export function editCost(a: string, b: string, limit: number): number {
  const plain = costOf(a, b, false, limit)
  if (plain <= ALIKE || !mayExchangeDigraphs(a, b)) return plain
  return Math.min(plain, costOf(a, b, true, limit))
}

const KH_SPELLED = /kh/
const DIGRAPHS = /[cks]h/

/** kh is written h or k as well; ch and sh are exchanged for each other and for kh alone. */
const mayExchangeDigraphs = (a: string, b: string): boolean =>
  KH_SPELLED.test(a) || KH_SPELLED.test(b) || (DIGRAPHS.test(a) && DIGRAPHS.test(b))

function costOf(a: string, b: string, withDigraphs: boolean, limit: number): number {
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

function spellSymbols(text: string, withDigraphs: boolean, into: Uint8Array): number {
  let count = 0
  for (let at = 0; at < text.length && count < ROW - 1; at++) {
    const code = text.charCodeAt(at)
    const digraph = withDigraphs && text.charCodeAt(at + 1) === 104 ? digraphOf(code) : -1
    into[count++] = digraph === -1 ? symbolOf(code) : digraph
    if (digraph !== -1) at++
  }
  return count
}

/** The sound that a letter is with an h. */
function digraphOf(code: number): number {
  return code === 107 ? KH : code === 99 ? CH : code === 115 ? SH : -1
}

function addedCost(symbols: Uint8Array, at: number): number {
  const cost = ADDED[symbols[at]!]!
  return at > 0 && symbols[at] === symbols[at - 1] && cost > DOUBLED ? DOUBLED : cost
}

/** Fills one row of the matrix and answers its smallest cost, below which no later row falls. */
function fillRow(i: number, columns: number): number {
  const x = symbolsA[i - 1]!
  const removed = addedCost(symbolsA, i - 1)
  let least = previous[0]! + removed
  current[0] = least
  for (let j = 1; j <= columns; j++) {
    const y = symbolsB[j - 1]!
    let cost = previous[j - 1]! + REPLACED[x * SYMBOLS + y]!
    const lost = previous[j]! + removed
    if (lost < cost) cost = lost
    const added = current[j - 1]! + addedCost(symbolsB, j - 1)
    if (added < cost) cost = added
    if (i > 1 && j > 1 && x !== y && x === symbolsB[j - 2] && symbolsA[i - 2] === y) {
      const exchanged = before[j - 2]! + EXCHANGED
      if (exchanged < cost) cost = exchanged
    }
    current[j] = cost
    if (cost < least) least = cost
  }
  return least
}
