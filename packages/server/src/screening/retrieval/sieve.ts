import { type NameToken, type PreparedName, rawNameScore } from '../scoring/index.ts'
import { itemsUnder } from './buckets.ts'
import { isJoinOf, joinsOf } from './joins.ts'
import { PairCheck } from './pair-check.ts'
import {
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
import type { SieveRule } from './sieve-rule.ts'
import { sieveWeight, WEIGHT_SUMS, WEIGHT_UNIT } from './sieve-words.ts'
import { lettersHash } from './token-keys.ts'
import { WordLinks } from './word-links.ts'

const LINKED_WORDS = 16
const LINKED_WEIGHT = WEIGHT_SUMS - 1
const JOINS = 9
const MAX_JOINS = 127
/** Names that have a word before it is worth judging whether it is similar at all. */
const OFTEN = 8

const joinsOfState = (state: number): number => (state >>> JOINS) & MAX_JOINS

/**
 * Finds the names of one segment that may be a name of the query. First every name that has a linked word notes what
 * is linked, on both sides; the few of which that may be enough (`sieve-rule`) are then checked exactly, and scored.
 */
export class Sieve {
  readonly #segment: Segment
  readonly #links: WordLinks
  readonly #check: PairCheck
  /** From the low bits: the weight of a name's own linked words, its possible joins, and the words of the query it recognises. */
  readonly #linked: Uint32Array
  readonly #touched: Uint32Array
  #touchedCount = 0
  /** Weights of all sets of eight words of the query, the first eight and the others. */
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

  /** The positions of the names that pass, in no order. */
  find(query: PreparedName, rule: SieveRule): number[] {
    const { tokens, kind } = query
    const weights = tokens.map(sieveWeight)
    if (weights.every((weight) => weight === 0)) return []
    this.#links.find(tokens, weights)
    this.#check.setQuery(tokens, weights)
    this.#touchedCount = 0
    this.#addLinked()
    this.#addUnweighed(weights)
    this.#addJoinsOfQuery(tokens, weights, kind !== 'individual')
    this.#addJoinsOfNames(tokens)
    const found = this.#collect(tokens, weights, rule, kind === 'individual').filter(
      (name) => rawNameScore(query, nameAt(this.#segment, name)).raw >= rule.leastNameRaw,
    )
    const sameLetters = itemsUnder(this.#segment.letters, lettersHash(query.letters))
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
      if (start[word + 1]! - start[word]! > OFTEN) this.#links.settle(slot)
      if (masks[slot] === 0) continue
      const bits = masks[slot]! << LINKED_WORDS
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

  /** What is a particle in one name may be a word of weight in another. No name is found by that alone. */
  #addUnweighed(weights: readonly number[]): void {
    const { words, masks } = this.#links
    const { tokenWeight, postings } = this.#segment
    const weighed = weights.reduce((bits, weight, at) => (weight === 0 ? bits : bits | (1 << at)), 0)
    for (let slot = 0; slot < words.length; slot++) {
      const word = words[slot]!
      const bits = (masks[slot]! & weighed) << LINKED_WORDS
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
    const isFull = joinsOfState(before) === MAX_JOINS
    this.#linked[name] = (before | (words << LINKED_WORDS)) + (isFull ? 0 : 1 << JOINS)
  }

  /** Words that the query writes apart and a name together. */
  #addJoinsOfQuery(tokens: readonly NameToken[], weights: readonly number[], mayHaveAcronyms: boolean): void {
    const segment = this.#segment
    const { start, items } = segment.postings
    const texts = tokens.map((token) => token.text)
    for (const join of joinsOf(texts, weights, mayHaveAcronyms, (at) => tokens[at]!.role === 'form')) {
      for (const word of new Set(join.hashes.flatMap((hash) => itemsUnder(segment.keys, hash)))) {
        const traits = segment.tokenTraits[word]!
        if (segment.tokenWeight[word] === 0 || isSyllable(traits)) continue
        if (!isJoinOf(join, tokenText(segment, word), isVowelless(traits))) continue
        this.#check.addJoin(join.words, word)
        for (let at = start[word]!; at < start[word + 1]!; at++) this.#addJoined(items[at]!, join.words)
      }
    }
  }

  /** Words that a name writes apart and the query together. */
  #addJoinsOfNames(tokens: readonly NameToken[]): void {
    for (let index = 0; index < tokens.length; index++) {
      for (const hash of this.#check.hashesOf(index))
        for (const name of itemsUnder(this.#segment.joins, hash)) this.#addJoined(name, 1 << index)
    }
  }

  #collect(
    tokens: readonly NameToken[],
    weights: readonly number[],
    rule: SieveRule,
    ofPerson: boolean,
  ): number[] {
    const { nameShape } = this.#segment
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
      // Which words are joined is for the check to find out: two of them, but any number by an acronym.
      const granted =
        joins === 0 ? 0 : joins === MAX_JOINS || hasAcronyms(shape) ? own : joins * 2 * WEIGHT_UNIT
      let left = total - first[(state >>> 16) & 0xff]! - last[state >>> 24]!
      let ownLeft = Math.max(0, own - (state & LINKED_WEIGHT) - granted)
      const ownInitials = initialsOfShape(shape)
      // An initial is linked to nothing: what it may explain, and itself, is granted here and checked with the pair.
      if (initials + ownInitials > 0) {
        left = Math.max(0, left - ownInitials * WEIGHT_UNIT - ofInitials)
        ownLeft = Math.max(0, ownLeft - (initials + ownInitials) * WEIGHT_UNIT)
      }
      if (!rule.passes(total - left, own - ownLeft, left, ownLeft, ofPerson)) continue
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
