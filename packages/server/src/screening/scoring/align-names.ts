import { acronymLength } from './acronym.ts'
import { joinedSimilarity } from './joined-words.ts'
import { MAX_TOKENS, type PreparedName } from './prepare-name.ts'
import { isArticle, type NameToken } from './token.ts'
import { INITIAL, MIN_SIMILARITY, tokenSimilarity } from './token-similarity.ts'

/** Words of both names that stand for each other: bit sets of positions, and how alike they are. */
export type AlignedWords = { a: number; b: number; similarity: number }

/** Joined words are taken for one when they are nearly equal; a mere resemblance of their sum is chance. */
const MIN_JOINED = 0.86
const ACRONYM = 0.86

const scratch = new Float64Array(MAX_TOKENS * MAX_TOKENS)

/**
 * Pairs the words of two names, the best first: equal words, then words written together or apart, then the most
 * similar. What is in no pair is absent from the other name. At most MAX_TOKENS words of each are looked at.
 */
export function alignNames(a: PreparedName, b: PreparedName): AlignedWords[] {
  const pairs: AlignedWords[] = []
  const open = { a: (1 << a.tokens.length) - 1, b: (1 << b.tokens.length) - 1 }
  pairEqual(a.tokens, b.tokens, open, pairs)
  if (open.a === 0 || open.b === 0) return pairs
  fillSimilarities(a.tokens, b.tokens, open)
  pairJoined(a, b, open, pairs)
  pairSimilar(a.tokens, b.tokens, open, pairs)
  pairArticles(a.tokens, b.tokens, open, (ofA, ofB) => settle(pairs, open, ofA, ofB, INITIAL))
  pairArticles(b.tokens, a.tokens, { a: open.b, b: open.a }, (ofB, ofA) =>
    settle(pairs, open, ofA, ofB, INITIAL),
  )
  return pairs
}

type Open = { a: number; b: number }

function settle(pairs: AlignedWords[], open: Open, a: number, b: number, similarity: number): void {
  open.a &= ~a
  open.b &= ~b
  pairs.push({ a, b, similarity })
}

function pairEqual(
  a: readonly NameToken[],
  b: readonly NameToken[],
  open: Open,
  pairs: AlignedWords[],
): void {
  for (let i = 0; i < a.length; i++) {
    const text = a[i]!.text
    for (let j = 0; j < b.length; j++) {
      if ((open.b & (1 << j)) === 0 || b[j]!.text !== text) continue
      settle(pairs, open, 1 << i, 1 << j, 1)
      break
    }
  }
}

function fillSimilarities(a: readonly NameToken[], b: readonly NameToken[], open: Open): void {
  for (let i = 0; i < a.length; i++) {
    if ((open.a & (1 << i)) === 0) continue
    for (let j = 0; j < b.length; j++) {
      if (open.b & (1 << j)) scratch[i * MAX_TOKENS + j] = tokenSimilarity(a[i]!, b[j]!)
    }
  }
}

function pairJoined(a: PreparedName, b: PreparedName, open: Open, pairs: AlignedWords[]): void {
  for (let j = 0; j < b.tokens.length; j++) {
    if (open.b & (1 << j))
      joinInto(
        a,
        b.tokens[j]!,
        open.a,
        (words, similarity) => settle(pairs, open, words, 1 << j, similarity),
        (i) => scratch[i * MAX_TOKENS + j]!,
      )
  }
  for (let i = 0; i < a.tokens.length; i++) {
    if (open.a & (1 << i))
      joinInto(
        b,
        a.tokens[i]!,
        open.b,
        (words, similarity) => settle(pairs, open, 1 << i, words, similarity),
        (j) => scratch[i * MAX_TOKENS + j]!,
      )
  }
}

/** Finds the words of a name that were written together, or as their initials, in one word of the other. */
function joinInto(
  name: PreparedName,
  whole: NameToken,
  open: number,
  found: (words: number, similarity: number) => void,
  aloneSimilarity: (index: number) => number,
): void {
  const { tokens } = name
  if (whole.text.length < 2 || whole.isSyllable) return
  if (name.kind !== 'individual') {
    const words = acronymLength(tokens, open, whole)
    if (words !== 0) {
      found(words, ACRONYM)
      return
    }
  }
  if (whole.text.length < 4 && !whole.vowelless) return
  let best = MIN_JOINED
  let words = 0
  for (let i = 0; i < tokens.length; i++) {
    if ((open & (1 << i)) === 0 || tokens[i]!.text.length >= whole.text.length + 1) continue
    for (let k = 0; k < tokens.length; k++) {
      if (k === i || (open & (1 << k)) === 0) continue
      const similarity = joinedSimilarity(tokens[i]!, tokens[k]!, whole)
      if (similarity < best || similarity <= Math.max(aloneSimilarity(i), aloneSimilarity(k))) continue
      if (similarity === best && words !== 0) continue
      best = similarity
      words = (1 << i) | (1 << k)
    }
  }
  if (words !== 0) found(words, best)
}

/** An initial that no word explains may be that of an article, and stand for it and the word behind it. */
function pairArticles(
  initials: readonly NameToken[],
  words: readonly NameToken[],
  open: Open,
  found: (initial: number, words: number) => void,
): void {
  let left = open.b
  for (let i = 0; i < initials.length; i++) {
    const initial = initials[i]!
    if (!initial.isInitial || (open.a & (1 << i)) === 0) continue
    for (let j = 0; j + 1 < words.length; j++) {
      const both = (1 << j) | (1 << (j + 1))
      if ((left & both) !== both || !isArticle(words[j]!) || words[j]!.text[0] !== initial.text) continue
      if (words[j + 1]!.isInitial) continue
      left &= ~both
      found(1 << i, both)
      break
    }
  }
}

function pairSimilar(
  a: readonly NameToken[],
  b: readonly NameToken[],
  open: Open,
  pairs: AlignedWords[],
): void {
  for (;;) {
    let best = 0
    let bestA = 0
    let bestB = 0
    for (let i = 0; i < a.length; i++) {
      if ((open.a & (1 << i)) === 0) continue
      for (let j = 0; j < b.length; j++) {
        if ((open.b & (1 << j)) === 0) continue
        const similarity = scratch[i * MAX_TOKENS + j]!
        if (similarity < MIN_SIMILARITY) continue
        // A long word says more than an initial: of two equal resemblances it goes first.
        const gain = similarity * Math.min(a[i]!.weight, b[j]!.weight)
        if (gain <= best) continue
        best = gain
        bestA = i
        bestB = j
      }
    }
    if (best === 0) return
    settle(pairs, open, 1 << bestA, 1 << bestB, scratch[bestA * MAX_TOKENS + bestB]!)
  }
}
