import type { NameToken } from '../scoring/index.ts'
import { allowedSlips, bigramsOf, sharedBigramsNeeded } from './bigrams.ts'
import { EditDistance, MAX_COMPARED_LENGTH } from './edit-distance.ts'
import { isVowelless, type Segment, tokenCount } from './segment.ts'
import {
  familyHash,
  hasSkeleton,
  hasSound,
  KEY_LIKENESS,
  skeletonHash,
  soundHash,
  textHash,
} from './token-keys.ts'

/** A word that begins or ends with a whole other word of so many letters may be two words written together. */
const MIN_AFFIX_LENGTH = 4
const AFFIX_LIKENESS = 60

/**
 * Which words of a segment resemble which words of a query, 0–100. Whether two words are linked depends on these two
 * words alone, and not on which of them is the query: so a pair of names is found from either side.
 */
export class WordLinks {
  /** Linked words of the segment, each with a row of `width` likenesses, one for every word of the query. */
  readonly words: number[] = []
  rows = new Uint8Array(4096)
  width = 0
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

  /** The row of a word of the segment, or -1 when it is linked to nothing. */
  rowOf(word: number): number {
    return this.#slots[word]! - 1
  }

  /** Words that weigh nothing are linked to none. */
  find(query: readonly NameToken[], weights: readonly number[]): void {
    for (const word of this.words) this.#slots[word] = 0
    this.words.length = 0
    this.width = query.length
    query.forEach((token, index) => {
      if (weights[index] === 0) return
      if (token.text.length > 1) this.#linkSpellings(token, index)
      this.#linkKeys(token, index)
    })
  }

  #link(word: number, index: number, likeness: number): void {
    let slot = this.#slots[word]!
    if (slot === 0) {
      this.words.push(word)
      slot = this.words.length
      this.#slots[word] = slot
      if (slot * this.width > this.rows.length) {
        const larger = new Uint8Array(this.rows.length * 2)
        larger.set(this.rows)
        this.rows = larger
      }
      this.rows.fill(0, (slot - 1) * this.width, slot * this.width)
    }
    const at = (slot - 1) * this.width + index
    if (this.rows[at]! < likeness) this.rows[at] = likeness
  }

  #linkSpellings(token: NameToken, index: number): void {
    const { bigrams, tokenStart, tokenText } = this.#segment
    const text = new TextEncoder().encode(token.text)
    const length = Math.min(text.length, MAX_COMPARED_LENGTH)
    this.#distance.setPattern(text, length)
    const touched = this.#countSharedBigrams(text, bigrams)
    for (let at = 0; at < touched; at++) {
      const word = this.#touched[at]!
      const sharedPairs = this.#shared[word]!
      this.#shared[word] = 0
      const start = tokenStart[word]!
      const end = tokenStart[word + 1]!
      const wordLength = Math.min(end - start, MAX_COMPARED_LENGTH)
      const longer = Math.max(length, wordLength)
      const shorter = Math.min(length, wordLength)
      const slips = allowedSlips(longer)
      if (longer - shorter <= slips && sharedPairs >= sharedBigramsNeeded(longer)) {
        const distance = this.#distance.to(tokenText, start, end)
        if (distance <= slips) {
          this.#link(word, index, 100 - Math.round((100 * distance) / longer))
          continue
        }
      }
      if (
        shorter >= MIN_AFFIX_LENGTH &&
        sharedPairs >= shorter - 1 &&
        this.#isAffix(text, length, start, wordLength)
      )
        this.#link(word, index, AFFIX_LIKENESS)
    }
  }

  #countSharedBigrams(text: Uint8Array, bigrams: Segment['bigrams']): number {
    const shared = this.#shared
    const touchedWords = this.#touched
    let touched = 0
    for (const pair of bigramsOf(text, this.#pairs)) {
      const end = bigrams.start[pair + 1]!
      for (let at = bigrams.start[pair]!; at < end; at++) {
        const word = bigrams.items[at]!
        if (shared[word]!++ === 0) touchedWords[touched++] = word
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

  #linkKeys(token: NameToken, index: number): void {
    this.#linkKey(textHash(token.text), index, 100, false)
    for (const family of token.families) this.#linkKey(familyHash(family), index, KEY_LIKENESS.family, false)
    if (hasSound(token)) this.#linkKey(soundHash(token), index, KEY_LIKENESS.sound, false)
    // Among words that have their vowels, equal consonants prove nothing.
    if (hasSkeleton(token)) this.#linkKey(skeletonHash(token), index, KEY_LIKENESS.skeleton, !token.vowelless)
  }

  #linkKey(hash: number, index: number, likeness: number, isOnlyVowelless: boolean): void {
    const { keys, keyHashes, tokenTraits } = this.#segment
    const bucket = hash & (keys.start.length - 2)
    const end = keys.start[bucket + 1]!
    for (let at = keys.start[bucket]!; at < end; at++) {
      const word = keys.items[at]!
      if (keyHashes[at] !== hash) continue
      if (isOnlyVowelless && !isVowelless(tokenTraits[word]!)) continue
      this.#link(word, index, likeness)
    }
  }

  /** Words of the segment that have a key. */
  wordsOf(hash: number): number[] {
    const { keys, keyHashes } = this.#segment
    const bucket = hash & (keys.start.length - 2)
    const found: number[] = []
    for (let at = keys.start[bucket]!; at < keys.start[bucket + 1]!; at++)
      if (keyHashes[at] === hash) found.push(keys.items[at]!)
    return found
  }
}
