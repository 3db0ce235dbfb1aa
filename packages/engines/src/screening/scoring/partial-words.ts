import type { AlignedWords } from './aligned-words.ts'
import type { PreparedName } from './prepare-name.ts'
import type { NameToken } from './words/token.ts'

/** A word and its part: positions in both names. */
type PartialPair = { a: number; b: number }

/** Such a pair alone is just above the boundary. */
export const partialSimilarity = 0.86

/** Shorter words begin or end many others. */
const minGlued = 4
const minAdded = 3
/** A shorter beginning is that of many names. */
const minCut = 5
/** Endings that make another surname or another form of a word, not a second name. */
export const inflection =
  /^(?:s|z)?(?:son|sen|sson|ov|ova|ovna|ovic|ovich|ovsk[aiy]+|ev|eva|evna|evic|evich|sk[aiy]+|sk[iy]y|enko|chuk|yan|ian|iyan|zai|bek|ez|es|os|ina|in|ine|ita|ito|inho|ette?|elle?|ella|ello|ias?|ius|iah|ius|u[ld]din|din|ullah|allah|abad|pour|nejad|wala|berg|mann?|stein|ton|ford|ley|land|ini|etti|otti|escu|opoulos|idis|akis|dottir|mae|lyn+e?|leen|ann?e?a?|beth|rose|lou|jean|marie)$/

/**
 * Words of which the other name has only a part, if this explains every word that has no counterpart. Either one name
 * has further letters before or after its words (a given name is glued to them), or one name is cut at the same number of
 * letters in each long word, as in old forms. Null if words would be left.
 */
export const partialPairs = (
  a: PreparedName,
  b: PreparedName,
  open: { a: number; b: number },
): AlignedWords[] | null => {
  if (open.a === 0 || open.b === 0 || a.tokens.length < 2 || b.tokens.length < 2) return null
  const ofA = openWords(a.tokens, open.a)
  const ofB = openWords(b.tokens, open.b)
  if (ofA.length === 0 || ofA.length !== ofB.length || !mayBegin(a.tokens[ofA[0]!]!, b.tokens, ofB))
    return null
  const pairs =
    pairAll(ofA, ofB, (x, y) => isGlued(a.tokens[x]!, b.tokens[y]!)) ??
    pairAll(ofA, ofB, (x, y) => isGlued(b.tokens[y]!, a.tokens[x]!)) ??
    pairCut(a, b, ofA, ofB) ??
    pairCut(b, a, ofB, ofA)?.map(exchanged)
  return pairs?.map((pair) => ({ a: 1 << pair.a, b: 1 << pair.b, similarity: partialSimilarity })) ?? null
}

/** Whether the first word begins or ends like another one. Almost no pair of names goes on from here. */
const mayBegin = ({ text }: NameToken, tokens: readonly NameToken[], others: readonly number[]): boolean =>
  others.some((at) => {
    const other = tokens[at]!.text
    return text.length < other.length
      ? other.startsWith(text) || other.endsWith(text)
      : text.startsWith(other) || text.endsWith(other)
  })

const exchanged = ({ a, b }: PartialPair): PartialPair => ({ a: b, b: a })

const openWords = (tokens: readonly NameToken[], open: number): number[] => {
  const found: number[] = []
  for (let left = open; left !== 0; left &= left - 1) {
    const at = 31 - Math.clz32(left & -left)
    if (tokens[at]!.role === 'name') found.push(at)
  }
  return found
}

/** Pairs each word with another one, or returns null. */
const pairAll = (
  ofA: readonly number[],
  ofB: readonly number[],
  isPair: (a: number, b: number) => boolean,
): PartialPair[] | null => {
  const left = new Set(ofB)
  const pairs: PartialPair[] = []
  for (const a of ofA) {
    const b = [...left].find((at) => isPair(a, at))
    if (b === undefined) return null
    left.delete(b)
    pairs.push({ a, b })
  }
  return pairs
}

/** Whether a word is another one with letters of a second name before or after it. */
const isGlued = (long: NameToken, part: NameToken): boolean => {
  const added = long.text.length - part.text.length
  if (added < minAdded || part.text.length < minGlued || isWritten(long) || isWritten(part)) return false
  if (long.text.endsWith(part.text)) return true
  return long.text.startsWith(part.text) && !inflection.test(long.text.slice(part.text.length))
}

const isWritten = (token: NameToken): boolean => token.vowelless || token.isSyllable

const pairCut = (
  cut: PreparedName,
  whole: PreparedName,
  ofCut: readonly number[],
  ofWhole: readonly number[],
): PartialPair[] | null => {
  const length = Math.max(...cut.tokens.map(({ text }) => text.length))
  if (length < minCut) return null
  return pairAll(ofCut, ofWhole, (at, other) => {
    const part = cut.tokens[at]!
    const word = whole.tokens[other]!
    return part.text.length === length && word.text.length > length && word.text.startsWith(part.text)
  })
}
