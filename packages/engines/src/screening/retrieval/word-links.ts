import { minSimilarity, type NameToken, tokenSimilarity } from '../scoring/index.ts'
import { itemsUnder } from './buckets.ts'
import { type Segment, tokenAt, tokenCount } from './segment.ts'
import { SpellingFinder, type SpellingLinks } from './spelling-finder.ts'
import {
  exchangedHash,
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

/** Maximum number of links that are kept for words that were searched before, as given names often are. */
const maxKept = 200_000
/** The same of an index for many searches, and the most words of queries that it remembers. */
const maxKeptOfMany = 4_000_000
const maxWordsOfMany = 200_000
/** A word that comes so many times probably comes again. */
const often = 4

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
  readonly #finder: SpellingFinder
  /** The words that a spelling leads to. They depend on the letters alone, and a segment never changes. */
  readonly #spellings = new Map<string, SpellingLinks>()
  #kept = 0
  /** The decided links of words that came often, or how often a word came. */
  readonly #decided = new Map<string, Uint32Array | number>()
  #decidedCount = 0

  constructor(segment: Segment) {
    this.#segment = segment
    this.#slots = new Int32Array(tokenCount(segment))
    this.#finder = new SpellingFinder(segment)
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
      const hasWeight = weights[index] !== 0
      if (this.#segment.spellings !== null) this.#linkOfMany(token, 1 << index, hasWeight)
      else this.#linkWord(token, 1 << index, hasWeight)
    })
  }

  #linkWord(token: NameToken, bit: number, hasWeight: boolean, comesAgain = true): void {
    if (hasWeight && token.text.length > 1 && !token.isSyllable)
      this.#linkSpelling(token.text, bit, comesAgain)
    this.#linkKeys(token, bit, hasWeight)
  }

  /**
   * Among many queries, some words come often: all their links are decided once, and kept. Words that come once do not displace the
   * others from the spellings that are kept.
   */
  #linkOfMany(token: NameToken, bit: number, hasWeight: boolean): void {
    const key = token.text + String.fromCharCode(token.traits)
    const known = this.#decided.get(key) ?? 0
    if (typeof known === 'object') {
      for (const word of known) this.#link(word, bit, true)
      return
    }
    this.#linkWord(token, bit, hasWeight, known > 0)
    const links = known + 1 < often ? known + 1 : this.#decide(token, bit)
    if (this.#decidedCount > maxKeptOfMany || this.#decided.size > maxWordsOfMany) {
      this.#decided.clear()
      this.#decidedCount = 0
    }
    this.#decided.set(key, links)
    if (typeof links === 'object') this.#decidedCount += links.length
  }

  /** Computes the similarity of all links of one word of the query, and returns those that remain. */
  #decide(token: NameToken, bit: number): Uint32Array {
    const links: number[] = []
    for (let slot = 0; slot < this.words.length; slot++) {
      if ((this.masks[slot]! & bit) === 0) continue
      const word = this.words[slot]!
      const isLinked =
        (this.#pending[slot]! & bit) === 0 ||
        tokenSimilarity(token, tokenAt(this.#segment, word)) >= minSimilarity
      this.#pending[slot]! &= ~bit
      if (isLinked) links.push(word)
      else this.masks[slot]! &= ~bit
    }
    return Uint32Array.from(links)
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

  #linkSpelling(text: string, bit: number, comesAgain: boolean): void {
    let found = this.#spellings.get(text)
    if (found === undefined) {
      found = this.#finder.find(text)
      if (comesAgain) this.#keep(text, found)
    }
    for (const word of found.similar) this.#link(word, bit, false)
    for (const word of found.affixes) this.#link(word, bit, true)
  }

  #keep(text: string, links: SpellingLinks): void {
    if (this.#kept > maxKept) {
      this.#spellings.clear()
      this.#kept = 0
    }
    this.#spellings.set(text, links)
    this.#kept += links.similar.length + links.affixes.length
  }

  #linkKeys(token: NameToken, bit: number, hasWeight: boolean): void {
    this.#linkKey(textHash(token.text), bit)
    for (const family of token.families) this.#linkKey(familyHash(family), bit)
    if (hasSound(token)) this.#linkKey(soundHash(token), bit)
    if (hasSkeleton(token)) this.#linkKey(skeletonHash(token), bit)
    // Two words of one shape are similar only if one of them can be misread.
    if (hasShape(token)) this.#linkKey(shapeHash(token, !token.isMisreadable), bit)
    const exchanged = exchangedHash(token)
    if (exchanged !== null) this.#linkKey(exchanged, bit)
    if (hasWeight) for (const hash of slipHashes(token)) this.#linkKey(hash, bit)
  }

  #linkKey(hash: number, bit: number): void {
    for (const word of itemsUnder(this.#segment.keys, hash)) this.#link(word, bit, false)
  }
}
