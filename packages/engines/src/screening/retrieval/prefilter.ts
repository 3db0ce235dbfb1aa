import { mayBePart, mayBeWhole, type NameToken, type PreparedName, rawNameScore } from '../scoring/index.ts'
import { itemsUnder } from './buckets.ts'
import { hasVowelless, isJoinOf, joinsOf } from './joins.ts'
import { PairCheck } from './pair-check.ts'
import type { PrefilterRule } from './prefilter-rule.ts'
import { prefilterWeight, weightSums, weightUnit } from './prefilter-words.ts'
import {
  extentOfShape,
  hasAcronyms,
  initialsOfShape,
  isSyllable,
  isVowelless,
  nameAt,
  nameCount,
  type Segment,
  tokenText,
  weightOfShape,
} from './segment.ts'
import { lettersHash } from './token-keys.ts'
import { WordLinks } from './word-links.ts'

const linkedWordsShift = 16
const linkedWeight = weightSums - 1
const joinsShift = 9
const maxJoins = 127
/** Number of names that contain a word. From this number on, the similarity of the word is computed. */
const often = 8

const joinsOfState = (state: number): number => (state >>> joinsShift) & maxJoins

/**
 * Finds the names of one segment that can be a name of the query. First, every name with a linked word records its
 * linked words, on both sides. Then the few names that can suffice (`prefilter-rule`) are checked exactly and scored.
 */
export class Prefilter {
  readonly #segment: Segment
  readonly #links: WordLinks
  readonly #check: PairCheck
  /**
   * From the low bits: the weight of the linked words of a name, its possible joins, and the matching words of the
   * query.
   */
  readonly #linked: Uint32Array
  readonly #touched: Uint32Array
  #touchedCount = 0
  /** Weights of all sets of eight words of the query: the first eight words and the others. */
  readonly #weightOfFirst = new Uint16Array(256)
  readonly #weightOfLast = new Uint16Array(256)

  constructor(segment: Segment) {
    const names = nameCount(segment)
    this.#segment = segment
    this.#links = new WordLinks(segment)
    this.#check = new PairCheck(segment, this.#links)
    this.#linked = new Uint32Array(names)
    this.#touched = new Uint32Array(names)
  }

  /** The positions of the names that pass, in no defined order. */
  find(query: PreparedName, rule: PrefilterRule): number[] {
    const { tokens, kind } = query
    const weights = tokens.map(prefilterWeight)
    if (weights.every((weight) => weight === 0)) return []
    this.#links.find(tokens, weights)
    this.#check.setQuery(tokens, weights, query.extent)
    this.#touchedCount = 0
    this.#addLinked()
    this.#addWithoutWeight(weights)
    this.#addJoinsOfQuery(tokens, weights, kind !== 'individual')
    this.#addJoinsOfNames(tokens)
    const found = this.#collect(query, weights, rule).filter(
      (name) => rawNameScore(query, nameAt(this.#segment, name)).raw >= rule.leastNameRaw,
    )
    const { letters } = query
    const sameLetters = letters === '' ? [] : itemsUnder(this.#segment.letters, lettersHash(letters))
    return [...found, ...sameLetters.filter((name) => !found.includes(name))]
  }

  #addLinked(): void {
    const { words, masks } = this.#links
    const { tokenWeight, postings } = this.#segment
    const { start, items } = postings
    const [linked, touched] = [this.#linked, this.#touched]
    let count = this.#touchedCount
    for (let slot = 0; slot < words.length; slot++) {
      const word = words[slot]!
      if (start[word + 1]! - start[word]! > often) this.#links.settle(slot)
      if (masks[slot] === 0) continue
      const bits = masks[slot]! << linkedWordsShift
      const weight = tokenWeight[word]!
      if (weight === 0) continue
      const end = start[word + 1]!
      for (let at = start[word]!; at < end; at++) {
        const name = items[at]!
        const before = linked[name]!
        if (before === 0) touched[count++] = name
        linked[name] = (before | bits) + weight
      }
    }
    this.#touchedCount = count
  }

  /** A particle of one name can be a weighted word of another. A particle alone finds no name. */
  #addWithoutWeight(weights: readonly number[]): void {
    const { words, masks } = this.#links
    const { tokenWeight, postings } = this.#segment
    const weighted = weights.reduce((bits, weight, at) => (weight === 0 ? bits : bits | (1 << at)), 0)
    for (let slot = 0; slot < words.length; slot++) {
      const word = words[slot]!
      const bits = (masks[slot]! & weighted) << linkedWordsShift
      if (bits === 0 || tokenWeight[word] !== 0) continue
      for (let at = postings.start[word]!; at < postings.start[word + 1]!; at++) {
        const name = postings.items[at]!
        if (this.#linked[name] !== 0) this.#linked[name]! |= bits
      }
    }
  }

  #addJoined(name: number, words: number): void {
    if (this.#linked[name] === 0) this.#touched[this.#touchedCount++] = name
    const before = this.#linked[name]!
    const isFull = joinsOfState(before) === maxJoins
    this.#linked[name] = (before | (words << linkedWordsShift)) + (isFull ? 0 : 1 << joinsShift)
  }

  /** Words that the query writes separately and a name writes together. */
  #addJoinsOfQuery(tokens: readonly NameToken[], weights: readonly number[], mayHaveAcronyms: boolean): void {
    const segment = this.#segment
    const { start, items } = segment.postings
    const texts = tokens.map((token) => token.text)
    for (const join of joinsOf(texts, weights, mayHaveAcronyms, (at) => tokens[at]!.role === 'form')) {
      for (const word of new Set(join.hashes.flatMap((hash) => itemsUnder(segment.keys, hash)))) {
        const traits = segment.tokenTraits[word]!
        if (segment.tokenWeight[word] === 0 || isSyllable(traits)) continue
        if (
          !isJoinOf(join, tokenText(segment, word), isVowelless(traits) || hasVowelless(tokens, join.words))
        )
          continue
        this.#check.addJoin(join.words, word)
        for (let at = start[word]!; at < start[word + 1]!; at++) this.#addJoined(items[at]!, join.words)
      }
    }
  }

  /** Words that a name writes separately and the query writes together. */
  #addJoinsOfNames(tokens: readonly NameToken[]): void {
    for (let index = 0; index < tokens.length; index++) {
      for (const hash of this.#check.hashesOf(index))
        for (const name of itemsUnder(this.#segment.joins, hash)) this.#addJoined(name, 1 << index)
    }
  }

  #collect(query: PreparedName, weights: readonly number[], rule: PrefilterRule): number[] {
    const { nameShape } = this.#segment
    const { tokens } = query
    const ofPerson = query.kind === 'individual'
    const [ofPart, ofWhole] = [mayBePart(query.extent), mayBeWhole(query.extent)]
    const total = this.#sumWeights(weights)
    const [first, last] = [this.#weightOfFirst, this.#weightOfLast]
    let initials = 0
    let ofInitials = 0
    tokens.forEach((token, at) => {
      if (!token.isInitial) return
      initials++
      ofInitials += weights[at]!
    })
    const found: number[] = []
    for (let at = 0; at < this.#touchedCount; at++) {
      const name = this.#touched[at]!
      const state = this.#linked[name]!
      const joins = joinsOfState(state)
      this.#linked[name] = 0
      const shape = nameShape[name]!
      const own = weightOfShape(shape)
      // The exact check finds which words are joined. A join has two words, but an acronym has any number.
      const granted =
        joins === 0 ? 0 : joins === maxJoins || hasAcronyms(shape) ? own : joins * 2 * weightUnit
      let left = total - first[(state >>> 16) & 0xff]! - last[state >>> 24]!
      let ownLeft = Math.max(0, own - (state & linkedWeight) - granted)
      const ownInitials = initialsOfShape(shape)
      // An initial has no link. The weight that it can explain, and its own, is added here and checked with the pair.
      if (initials + ownInitials > 0) {
        left = Math.max(0, left - ownInitials * weightUnit - ofInitials)
        ownLeft = Math.max(0, ownLeft - (initials + ownInitials) * weightUnit)
      }
      const extent = extentOfShape(shape)
      const isPossible =
        (ofPart && rule.passesContained(ownLeft)) ||
        (mayBePart(extent) && rule.passesContained(left)) ||
        (ofWhole &&
          mayBeWhole(extent) &&
          rule.passes(Math.max(total - left, own - ownLeft), left, ownLeft, ofPerson))
      if (!isPossible) continue
      if (this.#check.passes(name, joins > 0, rule, ofPerson)) found.push(name)
    }
    return found
  }

  #sumWeights(weights: readonly number[]): number {
    for (const [table, from] of [
      [this.#weightOfFirst, 0],
      [this.#weightOfLast, 8],
    ] as const) {
      for (let set = 1; set < 256; set++) {
        const rest = set & (set - 1)
        table[set] = table[rest]! + (weights[from + 31 - Math.clz32(set ^ rest)] ?? 0)
      }
    }
    return weights.reduce((sum, weight) => sum + weight, 0)
  }
}
