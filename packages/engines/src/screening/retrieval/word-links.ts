import { minSimilarity, type NameToken, tokenSimilarity } from '../scoring/index.ts'
import { allowedSlips, bigramsOf, leastSharedBigrams, sharedBigramsNeeded } from './bigrams.ts'
import { itemsUnder } from './buckets.ts'
import { EditDistance, maxComparedLength } from './edit-distance.ts'
import { type Segment, tokenAt, tokenCount } from './segment.ts'
import {
  familyHash,
  hasShape,
  hasSkeleton,
  hasSound,
  shapeHash,
  skeletonHash,
  slipHashes,
  soundHash,
  textHash,
} from './token-keys.ts'

/** Minimum length of a word that begins or ends another word, so that the other can be two words written together. */
const minAffixLength = 4

/** Maximum number of links that are kept for words that were searched before, as given names often are. */
const maxKept = 200_000

const encoder = new TextEncoder()

/** Words that may be a spelling of another one, and words that begin or end like it. */
type SpellingLinks = { similar: readonly number[]; affixes: readonly number[] }

/**
 * Links words of a segment to words of a query. It links words that scoring considers similar, if a key, a sound with
 * one edit or a spelling with few edits leads to them. It also links words that can be a part of the other. A link
 * depends on these two words only, in both directions alike. A pair of names is therefore found from either side.
 */
export class WordLinks {
  /** Linked words of the segment. In parallel, a bit set of the query words that each word can match. */
  readonly words: number[] = []
  readonly masks: number[] = []
  readonly #pending: number[] = []
  #query: readonly NameToken[] = []
  readonly #segment: Segment
  readonly #slots: Int32Array
  readonly #shared: Uint8Array
  readonly #touched: Uint32Array
  readonly #distance = new EditDistance()
  readonly #pairs: number[] = []
  /** The words that a spelling leads to. They depend on the letters alone, and a segment never changes. */
  readonly #spellings = new Map<string, SpellingLinks>()
  #kept = 0

  constructor(segment: Segment) {
    this.#segment = segment
    this.#slots = new Int32Array(tokenCount(segment))
    this.#shared = new Uint8Array(tokenCount(segment))
    this.#touched = new Uint32Array(tokenCount(segment))
  }

  /** The query words that a word of the segment can match. It includes every word that scoring considers similar. */
  maskOf(word: number): number {
    const slot = this.#slots[word]! - 1
    if (slot < 0) return 0
    if (this.#pending[slot] !== 0) this.settle(slot)
    return this.masks[slot]!
  }

  /**
   * Computes the similarity of links that are not decided yet. Only frequent words, or words of a name that may pass.
   */
  settle(slot: number): void {
    const word = tokenAt(this.#segment, this.words[slot]!)
    for (let left = this.#pending[slot]!; left !== 0; left &= left - 1) {
      const bit = left & -left
      if (tokenSimilarity(this.#query[31 - Math.clz32(bit)]!, word) < minSimilarity) this.masks[slot]! &= ~bit
    }
    this.#pending[slot] = 0
  }

  find(query: readonly NameToken[], weights: readonly number[]): void {
    for (const word of this.words) this.#slots[word] = 0
    this.words.length = 0
    this.masks.length = 0
    this.#pending.length = 0
    this.#query = query
    query.forEach((token, index) => {
      if (weights[index] !== 0 && token.text.length > 1 && !token.isSyllable)
        this.#linkSpelling(token.text, 1 << index)
      this.#linkKeys(token, 1 << index, weights[index] !== 0)
    })
  }

  #link(word: number, bit: number, isJudged: boolean): void {
    let slot = this.#slots[word]!
    if (slot === 0) {
      slot = this.words.push(word)
      this.masks.push(0)
      this.#pending.push(0)
      this.#slots[word] = slot
    }
    const at = slot - 1
    if (isJudged) this.#pending[at]! &= ~bit
    else if ((this.masks[at]! & bit) === 0) this.#pending[at]! |= bit
    this.masks[at]! |= bit
  }

  #linkSpelling(text: string, bit: number): void {
    let found = this.#spellings.get(text)
    if (found === undefined) {
      found = this.#findSpellings(text)
      if (this.#kept > maxKept) {
        this.#spellings.clear()
        this.#kept = 0
      }
      this.#spellings.set(text, found)
      this.#kept += found.similar.length + found.affixes.length
    }
    for (const word of found.similar) this.#link(word, bit, false)
    for (const word of found.affixes) this.#link(word, bit, true)
  }

  #findSpellings(spelling: string): SpellingLinks {
    const { bigrams, tokenStart, tokenText } = this.#segment
    const text = encoder.encode(spelling)
    const similar: number[] = []
    const affixes: number[] = []
    const length = Math.min(text.length, maxComparedLength)
    this.#distance.setPattern(text, length)
    const least = Math.min(leastSharedBigrams(length), minAffixLength - 1)
    const touched = this.#countSharedBigrams(text, bigrams, least)
    for (let at = 0; at < touched; at++) {
      const word = this.#touched[at]!
      const sharedPairs = this.#shared[word]!
      this.#shared[word] = 0
      if (sharedPairs < least) continue
      const start = tokenStart[word]!
      const end = tokenStart[word + 1]!
      const wordLength = Math.min(end - start, maxComparedLength)
      const longer = Math.max(length, wordLength)
      const shorter = Math.min(length, wordLength)
      const slips = allowedSlips(longer)
      const mayBeSlip = longer - shorter <= slips && sharedPairs >= sharedBigramsNeeded(longer)
      if (mayBeSlip && this.#distance.to(tokenText, start, end) <= slips) similar.push(word)
      if (
        shorter >= minAffixLength &&
        sharedPairs >= shorter - 1 &&
        this.#isAffix(text, length, start, wordLength)
      )
        affixes.push(word)
    }
    return { similar, affixes }
  }

  /**
   * Counts the letter pairs that words share with a text. Words with fewer than `least` may be missing. A word without
   * any rare pair cannot reach `least` through the most frequent pairs alone.
   */
  #countSharedBigrams(text: Uint8Array, { start, items }: Segment['bigrams'], least: number): number {
    const shared = this.#shared
    const touchedWords = this.#touched
    const pairs = bigramsOf(text, this.#pairs).sort(
      (a, b) => start[a + 1]! - start[a]! - (start[b + 1]! - start[b]!),
    )
    const rarer = pairs.length - least + 1
    let touched = 0
    for (let index = 0; index < pairs.length; index++) {
      const pair = pairs[index]!
      const end = start[pair + 1]!
      if (index < rarer) {
        for (let at = start[pair]!; at < end; at++) {
          const word = items[at]!
          if (shared[word]!++ === 0) touchedWords[touched++] = word
        }
      } else {
        for (let at = start[pair]!; at < end; at++) {
          const word = items[at]!
          if (shared[word] !== 0) shared[word]!++
        }
      }
    }
    return touched
  }

  /** Whether the shorter of two words is the beginning or the end of the longer one. */
  #isAffix(text: Uint8Array, length: number, start: number, wordLength: number): boolean {
    const word = this.#segment.tokenText
    const shorter = Math.min(length, wordLength)
    const [fromText, fromWord] = [length - shorter, wordLength - shorter]
    let begins = true
    let ends = true
    for (let at = 0; at < shorter && (begins || ends); at++) {
      if (text[at] !== word[start + at]) begins = false
      if (text[fromText + at] !== word[start + fromWord + at]) ends = false
    }
    return begins || ends
  }

  #linkKeys(token: NameToken, bit: number, hasWeight: boolean): void {
    this.#linkKey(textHash(token.text), bit)
    for (const family of token.families) this.#linkKey(familyHash(family), bit)
    if (hasSound(token)) this.#linkKey(soundHash(token), bit)
    if (hasSkeleton(token)) this.#linkKey(skeletonHash(token), bit)
    // Two words of one shape are similar only if one of them can be misread.
    if (hasShape(token)) this.#linkKey(shapeHash(token, !token.isMisreadable), bit)
    if (hasWeight) for (const hash of slipHashes(token)) this.#linkKey(hash, bit)
  }

  #linkKey(hash: number, bit: number): void {
    for (const word of itemsUnder(this.#segment.keys, hash)) this.#link(word, bit, false)
  }
}
