import { acronymLength } from './acronym.ts'
import type { AlignedWords } from './aligned-words.ts'
import { joinedSimilarity } from './joined-words.ts'
import { partialPairs, partialSimilarity } from './partial-words.ts'
import { maxTokens, type PreparedName } from './prepare-name.ts'
import { isArticle, type NameToken } from './words/token.ts'
import { initialMatchSimilarity, minSimilarity, tokenSimilarity } from './words/token-similarity.ts'

/** Minimum similarity of words written together. A lower similarity of their sum is a coincidence. */
const minJoined = 0.86
const acronym = 0.86

const scratch = new Float64Array(maxTokens * maxTokens)

/**
 * Pairs the words of two names, best pairs first: equal words, then words written together, then the most similar. A
 * word without a pair is absent from the other name. At most maxTokens words of each name are compared.
 */
export const alignNames = (a: PreparedName, b: PreparedName): AlignedWords[] => {
  const pairs: AlignedWords[] = []
  const open = { a: (1 << a.tokens.length) - 1, b: (1 << b.tokens.length) - 1 }
  pairEqual(a.tokens, b.tokens, open, pairs)
  if (open.a === 0 || open.b === 0) return pairs
  fillSimilarities(a.tokens, b.tokens, open)
  pairJoined(a, b, open, pairs)
  pairSimilar(a.tokens, b.tokens, open, pairs)
  pairArticles(a.tokens, b.tokens, open, (ofA, ofB) =>
    settle(pairs, open, { a: ofA, b: ofB, similarity: initialMatchSimilarity }),
  )
  pairArticles(b.tokens, a.tokens, { a: open.b, b: open.a }, (ofB, ofA) =>
    settle(pairs, open, { a: ofA, b: ofB, similarity: initialMatchSimilarity }),
  )
  return withPartialWords(a, b, open, pairs)
}

type Open = { a: number; b: number }

/** Explains the words without a counterpart by parts of words, with those that have a doubtful one if possible. */
const withPartialWords = (
  a: PreparedName,
  b: PreparedName,
  open: Open,
  pairs: AlignedWords[],
): AlignedWords[] => {
  const isDoubtful = ({ similarity }: AlignedWords) => similarity < partialSimilarity
  const withDoubtful = { ...open }
  for (const pair of pairs) {
    if (!isDoubtful(pair)) continue
    withDoubtful.a |= pair.a
    withDoubtful.b |= pair.b
  }
  if (withDoubtful.a === 0 || withDoubtful.b === 0) return pairs
  if (withDoubtful.a !== open.a) {
    const better = partialPairs(a, b, withDoubtful)
    if (better !== null) return [...pairs.filter((pair) => !isDoubtful(pair)), ...better]
  }
  const partial = partialPairs(a, b, open)
  return partial === null ? pairs : [...pairs, ...partial]
}

const settle = (pairs: AlignedWords[], open: Open, aligned: AlignedWords): void => {
  open.a &= ~aligned.a
  open.b &= ~aligned.b
  pairs.push(aligned)
}

const pairEqual = (
  a: readonly NameToken[],
  b: readonly NameToken[],
  open: Open,
  pairs: AlignedWords[],
): void => {
  for (let i = 0; i < a.length; i++) {
    const text = a[i]!.text
    for (let j = 0; j < b.length; j++) {
      if ((open.b & (1 << j)) === 0 || b[j]!.text !== text) continue
      settle(pairs, open, { a: 1 << i, b: 1 << j, similarity: 1 })
      break
    }
  }
}

const fillSimilarities = (a: readonly NameToken[], b: readonly NameToken[], open: Open): void => {
  for (let i = 0; i < a.length; i++) {
    if ((open.a & (1 << i)) === 0) continue
    for (let j = 0; j < b.length; j++) {
      if (open.b & (1 << j)) scratch[i * maxTokens + j] = tokenSimilarity(a[i]!, b[j]!)
    }
  }
}

const pairJoined = (a: PreparedName, b: PreparedName, open: Open, pairs: AlignedWords[]): void => {
  const hasAcronyms = a.kind !== 'individual' && b.kind !== 'individual'
  for (let j = 0; j < b.tokens.length; j++) {
    if (open.b & (1 << j))
      joinInto(a.tokens, b.tokens[j]!, open.a, {
        hasAcronyms,
        found: (words, similarity) => settle(pairs, open, { a: words, b: 1 << j, similarity }),
        aloneSimilarity: (i) => scratch[i * maxTokens + j]!,
      })
  }
  for (let i = 0; i < a.tokens.length; i++) {
    if (open.a & (1 << i))
      joinInto(b.tokens, a.tokens[i]!, open.b, {
        hasAcronyms,
        found: (words, similarity) => settle(pairs, open, { a: 1 << i, b: words, similarity }),
        aloneSimilarity: (j) => scratch[i * maxTokens + j]!,
      })
  }
}

type Joining = {
  /** Whether a word can be the initials of others. No word of a person is. */
  hasAcronyms: boolean
  found(words: number, similarity: number): void
  /** The similarity of one word alone to the whole. */
  aloneSimilarity(index: number): number
}

/** Finds words of a name that the other name writes as one word or as initials. */
const joinInto = (
  tokens: readonly NameToken[],
  whole: NameToken,
  open: number,
  { hasAcronyms, found, aloneSimilarity }: Joining,
): void => {
  if (whole.text.length < 2 || whole.isSyllable) return
  if (hasAcronyms) {
    const words = acronymLength(tokens, open, whole)
    if (words !== 0) {
      found(words, acronym)
      return
    }
  }
  if (whole.text.length < 4 && !whole.vowelless) return
  let best = minJoined
  let words = 0
  for (let i = 0; i < tokens.length; i++) {
    if ((open & (1 << i)) === 0 || tokens[i]!.text.length >= whole.text.length + 1) continue
    for (let k = 0; k < tokens.length; k++) {
      if (k === i || (open & (1 << k)) === 0) continue
      // Consonants alone fit by chance too often, unless the words are neighbours in this order.
      if ((tokens[i]!.vowelless || whole.vowelless) && k !== i + 1) continue
      const similarity = joinedSimilarity(tokens[i]!, tokens[k]!, whole)
      if (similarity < best || similarity <= Math.max(aloneSimilarity(i), aloneSimilarity(k))) continue
      if (similarity === best && words !== 0) continue
      best = similarity
      words = (1 << i) | (1 << k)
    }
  }
  if (words !== 0) found(words, best)
}

/**
 * An initial without a matching word can represent an article and the word after it, unless its name has a whole word that no
 * word of the other name matches: Altalhi and al-Saud contradict each other, whatever initial is next to one of them.
 */
const pairArticles = (
  initials: readonly NameToken[],
  words: readonly NameToken[],
  open: Open,
  found: (initial: number, words: number) => void,
): void => {
  if (initials.some((token, at) => open.a & (1 << at) && !token.isInitial && token.role === 'name')) return
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

const pairSimilar = (
  a: readonly NameToken[],
  b: readonly NameToken[],
  open: Open,
  pairs: AlignedWords[],
): void => {
  for (;;) {
    let best = 0
    let bestA = 0
    let bestB = 0
    for (let i = 0; i < a.length; i++) {
      if ((open.a & (1 << i)) === 0) continue
      for (let j = 0; j < b.length; j++) {
        if ((open.b & (1 << j)) === 0) continue
        const similarity = scratch[i * maxTokens + j]!
        if (similarity < minSimilarity) continue
        // A long word is stronger evidence than an initial. It comes first if two similarities are equal.
        const gain = similarity * Math.min(a[i]!.weight, b[j]!.weight)
        if (gain <= best) continue
        best = gain
        bestA = i
        bestB = j
      }
    }
    if (best === 0) return
    const similarity = scratch[bestA * maxTokens + bestB]!
    settle(pairs, open, { a: 1 << bestA, b: 1 << bestB, similarity })
  }
}
