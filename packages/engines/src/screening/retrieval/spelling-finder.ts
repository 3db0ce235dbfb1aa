import {
  allowedSlips,
  bigramCount,
  bigramsOf,
  leastSharedBigrams,
  letterOf,
  pairOf,
  sharedBigramsNeeded,
} from './bigrams.ts'
import type { HashTable } from './buckets.ts'
import { EditDistance, maxComparedLength } from './edit-distance.ts'
import { type Segment, tokenCount } from './segment.ts'
import {
  isNearlyLong,
  isTooLong,
  minAffixLength,
  partHash,
  Remainders,
  type SpellingTable,
  wholeHash,
} from './spelling-table.ts'

const encoder = new TextEncoder()

/** Words that may be a spelling of another one, and words that begin or end like it. */
export type SpellingLinks = { similar: number[]; affixes: number[] }

/**
 * Finds the words of a segment that may be another spelling of a word. With a table of spellings, few words are compared. Without
 * one, the letter pairs of all words are counted. Both find the same words.
 */
export class SpellingFinder {
  readonly #segment: Segment
  readonly #shared: Uint8Array
  readonly #touched: Uint32Array
  #touchedCount = 0
  readonly #distance = new EditDistance()
  readonly #pairs: number[] = []
  readonly #pairsOfOther: number[] = []
  readonly #remainders = new Remainders()
  readonly #isPair = new Uint8Array(bigramCount)

  constructor(segment: Segment) {
    this.#segment = segment
    this.#shared = new Uint8Array(tokenCount(segment))
    this.#touched = new Uint32Array(tokenCount(segment))
  }

  find(spelling: string): SpellingLinks {
    const text = encoder.encode(spelling).subarray(0, maxComparedLength)
    this.#distance.setPattern(text, text.length)
    bigramsOf(text, this.#pairs)
    const { spellings } = this.#segment
    return spellings ? this.#findNear(text, spellings) : this.#findByPairs(text)
  }

  #findByPairs(text: Uint8Array): SpellingLinks {
    const links: SpellingLinks = { similar: [], affixes: [] }
    const least = Math.min(leastSharedBigrams(text.length), minAffixLength - 1)
    this.#countSharedBigrams(least)
    for (let at = 0; at < this.#touchedCount; at++) {
      const word = this.#touched[at]!
      const sharedPairs = this.#shared[word]!
      this.#shared[word] = 0
      if (sharedPairs < least) continue
      const { longer, shorter } = this.#lengths(text, word)
      const slips = allowedSlips(longer)
      const mayBeSlip = longer - shorter <= slips && sharedPairs >= sharedBigramsNeeded(longer)
      if (mayBeSlip && this.#distanceTo(word) <= slips) links.similar.push(word)
      if (shorter >= minAffixLength && sharedPairs >= shorter - 1 && this.#isAffix(text, word))
        links.affixes.push(word)
    }
    return links
  }

  #findNear(text: Uint8Array, table: SpellingTable): SpellingLinks {
    const links: SpellingLinks = { similar: [], affixes: [] }
    this.#touchNear(text, table)
    for (const pair of this.#pairs) this.#isPair[pair] = 1
    for (let at = 0; at < this.#touchedCount; at++) {
      const word = this.#touched[at]!
      this.#shared[word] = 0
      const { longer, shorter } = this.#lengths(text, word)
      const slips = allowedSlips(longer)
      const isSlip = longer - shorter <= slips && this.#distanceTo(word) <= slips
      const isAffix = shorter >= minAffixLength && this.#isAffix(text, word)
      if (!isSlip && !isAffix) continue
      const sharedPairs = this.#sharedPairs(word)
      if (isSlip && sharedPairs >= sharedBigramsNeeded(longer)) links.similar.push(word)
      if (isAffix && sharedPairs >= shorter - 1) links.affixes.push(word)
    }
    for (const pair of this.#pairs) this.#isPair[pair] = 0
    return links
  }

  /** Touches every word within the allowed edits, every word that begins or ends another one, and few others. */
  #touchNear(text: Uint8Array, { deletions, parts, long }: SpellingTable): void {
    const { length } = text
    this.#touchedCount = 0
    if (!isTooLong(length)) this.#touchRemainders(text, deletions)
    if (isNearlyLong(length)) for (const word of long) this.#touch(word)
    if (length < minAffixLength) return
    this.#touchUnder(parts, wholeHash(text, 0, length))
    this.#touchUnder(parts, partHash(text, 0, length))
    for (let part = minAffixLength; part < length; part++) {
      this.#touchUnder(parts, wholeHash(text, 0, part))
      this.#touchUnder(parts, wholeHash(text, length - part, length))
    }
  }

  #touchRemainders(text: Uint8Array, deletions: HashTable): void {
    const remainders = this.#remainders
    remainders.find(text, 0, text.length)
    for (let at = 0; at < remainders.count; at++) this.#touchUnder(deletions, remainders.hashes[at]!)
  }

  #touchUnder({ start, items, hashes }: HashTable, hash: number): void {
    const list = hash & (start.length - 2)
    const end = start[list + 1]!
    for (let at = start[list]!; at < end; at++) if (hashes[at] === hash) this.#touch(items[at]!)
  }

  #touch(word: number): void {
    if (this.#shared[word] !== 0) return
    this.#shared[word] = 1
    this.#touched[this.#touchedCount++] = word
  }

  #lengths(text: Uint8Array, word: number): { longer: number; shorter: number } {
    const { tokenStart } = this.#segment
    const length = Math.min(tokenStart[word + 1]! - tokenStart[word]!, maxComparedLength)
    return { longer: Math.max(text.length, length), shorter: Math.min(text.length, length) }
  }

  #distanceTo(word: number): number {
    const { tokenStart, tokenText } = this.#segment
    return this.#distance.to(tokenText, tokenStart[word]!, tokenStart[word + 1]!)
  }

  /** The number of distinct letter pairs that a word shares with the text. */
  #sharedPairs(word: number): number {
    const { tokenStart, tokenText } = this.#segment
    const isPair = this.#isPair
    const counted = this.#pairsOfOther
    let count = 0
    const start = tokenStart[word]!
    const end = Math.min(tokenStart[word + 1]!, start + maxComparedLength)
    for (let at = start, before = 0; at <= end; at++) {
      const here = at === end ? 0 : letterOf(tokenText[at]!)
      const pair = pairOf(before, here)
      before = here
      if (isPair[pair] !== 1) continue
      isPair[pair] = 2
      counted[count++] = pair
    }
    for (let at = 0; at < count; at++) isPair[counted[at]!] = 1
    return count
  }

  /**
   * Counts the letter pairs that words share with the text. Words with fewer than `least` may be missing. A word without
   * any rare pair cannot reach `least` through the most frequent pairs alone.
   */
  #countSharedBigrams(least: number): void {
    const { start, items } = this.#segment.bigrams
    const shared = this.#shared
    const touchedWords = this.#touched
    const pairs = this.#pairs.sort((a, b) => start[a + 1]! - start[a]! - (start[b + 1]! - start[b]!))
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
    this.#touchedCount = touched
  }

  /** Whether the shorter of two words is the beginning or the end of the longer one. */
  #isAffix(text: Uint8Array, other: number): boolean {
    const { tokenStart, tokenText: word } = this.#segment
    const start = tokenStart[other]!
    const { length } = text
    const wordLength = Math.min(tokenStart[other + 1]! - start, maxComparedLength)
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
}
