import { MIN_SIMILARITY, type NameToken, tokenSimilarity } from '../scoring/index.ts'
import { allowedSlips, bigramsOf, leastSharedBigrams, sharedBigramsNeeded } from './bigrams.ts'
import { itemsUnder } from './buckets.ts'
import { EditDistance, MAX_COMPARED_LENGTH } from './edit-distance.ts'
import { type Segment, tokenAt, tokenCount } from './segment.ts'
import {
  familyHash,
  hasSkeleton,
  hasSound,
  skeletonHash,
  slipHashes,
  soundHash,
  textHash,
} from './token-keys.ts'

/** A word that begins or ends with a whole other word of so many letters may be two words written together. */
const MIN_AFFIX_LENGTH = 4

const encoder = new TextEncoder()

/**
 * Which words of a segment may stand for which words of a query: those that scoring takes for similar, as far as keys,
 * sounds but for a slip, and spellings but for a few lead to them, and those that may be part of the other. Whether two
 * words are linked depends on these two words alone, and not on which of them is the query: so a pair of names is found
 * from either side.
 */
export class WordLinks {
  /** Linked words of the segment, and beside each the words of the query that it may stand for: a bit set. */
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

  constructor(segment: Segment) {
    this.#segment = segment
    this.#slots = new Int32Array(tokenCount(segment))
    this.#shared = new Uint8Array(tokenCount(segment))
    this.#touched = new Uint32Array(tokenCount(segment))
  }

  /** The words of the query that a word of the segment may stand for, none that scoring takes for another. */
  maskOf(word: number): number {
    const slot = this.#slots[word]! - 1
    if (slot < 0) return 0
    if (this.#pending[slot] !== 0) this.settle(slot)
    return this.masks[slot]!
  }

  /** Links that were found but not yet judged are judged: only of words that are met often, or in a name that may pass. */
  settle(slot: number): void {
    const word = tokenAt(this.#segment, this.words[slot]!)
    for (let left = this.#pending[slot]!; left !== 0; left &= left - 1) {
      const bit = left & -left
      if (tokenSimilarity(this.#query[31 - Math.clz32(bit)]!, word) < MIN_SIMILARITY)
        this.masks[slot]! &= ~bit
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
        this.#linkSpellings(token, 1 << index)
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

  #linkSpellings(token: NameToken, bit: number): void {
    const { bigrams, tokenStart, tokenText } = this.#segment
    const text = encoder.encode(token.text)
    const length = Math.min(text.length, MAX_COMPARED_LENGTH)
    this.#distance.setPattern(text, length)
    const least = Math.min(leastSharedBigrams(length), MIN_AFFIX_LENGTH - 1)
    const touched = this.#countSharedBigrams(text, bigrams, least)
    for (let at = 0; at < touched; at++) {
      const word = this.#touched[at]!
      const sharedPairs = this.#shared[word]!
      this.#shared[word] = 0
      if (sharedPairs < least) continue
      const start = tokenStart[word]!
      const end = tokenStart[word + 1]!
      const wordLength = Math.min(end - start, MAX_COMPARED_LENGTH)
      const longer = Math.max(length, wordLength)
      const shorter = Math.min(length, wordLength)
      const slips = allowedSlips(longer)
      const mayBeSlip = longer - shorter <= slips && sharedPairs >= sharedBigramsNeeded(longer)
      if (mayBeSlip && this.#distance.to(tokenText, start, end) <= slips) this.#link(word, bit, false)
      if (
        shorter >= MIN_AFFIX_LENGTH &&
        sharedPairs >= shorter - 1 &&
        this.#isAffix(text, length, start, wordLength)
      )
        this.#link(word, bit, true)
    }
  }

  /**
   * Counts the pairs of letters that words share with a text. Words with fewer than `least` may be left out: a word that
   * has none of the rarer pairs cannot reach it by the commonest ones, of which there are less.
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

  /** Whether the shorter of two words stands whole at the beginning or the end of the longer. */
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

  #linkKeys(token: NameToken, bit: number, isWeighed: boolean): void {
    this.#linkKey(textHash(token.text), bit)
    for (const family of token.families) this.#linkKey(familyHash(family), bit)
    if (hasSound(token)) this.#linkKey(soundHash(token), bit)
    if (hasSkeleton(token)) this.#linkKey(skeletonHash(token), bit)
    if (isWeighed) for (const hash of slipHashes(token)) this.#linkKey(hash, bit)
  }

  #linkKey(hash: number, bit: number): void {
    for (const word of itemsUnder(this.#segment.keys, hash)) this.#link(word, bit, false)
  }
}
