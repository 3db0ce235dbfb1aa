import type { NameToken } from '../scoring/index.ts'
import { isJoinOf, joinsOf } from './joins.ts'
import { PairCheck } from './pair-check.ts'
import { HAS_INITIAL, isVowelless, nameCount, type Segment, tokenText } from './segment.ts'
import { INITIAL_LIKENESS, neededOverlap } from './sieve-rule.ts'
import { sieveWeight } from './sieve-words.ts'
import { acronymHash, joinHash } from './token-keys.ts'
import { WordLinks } from './word-links.ts'

/**
 * Finds the names of one segment that may be a name of the query. First every name that has a linked word adds up
 * what its words may be worth at most; the few that can reach the rule are then checked exactly (`sieve-rule`).
 */
export class Sieve {
  readonly #segment: Segment
  readonly #links: WordLinks
  readonly #check: PairCheck
  /** At most 100 × the weight of the query's words that the name recognises. */
  readonly #overlap: Uint32Array
  /** For the word of the query at hand: whether the name was seen, and the likeness that was counted. */
  readonly #seen: Uint8Array
  readonly #counted: Uint8Array
  readonly #mayJoin: Uint8Array
  readonly #touched: Uint32Array
  #touchedCount = 0

  constructor(segment: Segment) {
    const names = nameCount(segment)
    this.#segment = segment
    this.#links = new WordLinks(segment)
    this.#check = new PairCheck(segment, this.#links)
    this.#overlap = new Uint32Array(names)
    this.#seen = new Uint8Array(names)
    this.#counted = new Uint8Array(names)
    this.#mayJoin = new Uint8Array(names)
    this.#touched = new Uint32Array(names)
  }

  /** The positions of the names that pass, in no order. */
  find(query: readonly NameToken[]): number[] {
    const weights = query.map(sieveWeight)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    if (total === 0) return []
    this.#links.find(query, weights)
    this.#check.setQuery(query, weights, total)
    this.#touchedCount = 0
    weights.forEach((weight, index) => {
      if (weight > 0) this.#addLinked(index, weight)
    })
    this.#addJoinsOfQuery(query, weights)
    this.#addJoinsOfNames(query, weights)
    return this.#collect(query, weights, total)
  }

  #addLinked(index: number, weight: number): void {
    const { words, rows, width } = this.#links
    const { start, items } = this.#segment.postings
    const [overlap, seen, counted] = [this.#overlap, this.#seen, this.#counted]
    const mark = index + 1
    for (let slot = 0; slot < words.length; slot++) {
      const likeness = rows[slot * width + index]!
      if (likeness === 0) continue
      const end = start[words[slot]! + 1]!
      for (let at = start[words[slot]!]!; at < end; at++) {
        const name = items[at]!
        if (seen[name] !== mark) {
          if (overlap[name] === 0) this.#touched[this.#touchedCount++] = name
          seen[name] = mark
          counted[name] = likeness
          overlap[name]! += weight * likeness
        } else if (counted[name]! < likeness) {
          overlap[name]! += weight * (likeness - counted[name]!)
          counted[name] = likeness
        }
      }
    }
  }

  /** Whatever its overlap, this name is checked. */
  #addJoined(name: number): void {
    if (this.#overlap[name] === 0) this.#touched[this.#touchedCount++] = name
    this.#overlap[name]!++
    this.#mayJoin[name] = 1
  }

  /** Words that the query writes apart and a name together. */
  #addJoinsOfQuery(query: readonly NameToken[], weights: readonly number[]): void {
    const segment = this.#segment
    const { start, items } = segment.postings
    const texts = query.map((token) => token.text)
    for (const join of joinsOf(texts, weights)) {
      for (const word of this.#links.wordsOf(join.hash)) {
        if (!isJoinOf(join, tokenText(segment, word), isVowelless(segment.tokenTraits[word]!))) continue
        this.#check.addJoin(join.first, join.last, word)
        for (let at = start[word]!; at < start[word + 1]!; at++) this.#addJoined(items[at]!)
      }
    }
  }

  /** Words that a name writes apart and the query together. */
  #addJoinsOfNames(query: readonly NameToken[], weights: readonly number[]): void {
    const { start, items } = this.#segment.joins
    query.forEach((token, index) => {
      if (weights[index] === 0) return
      for (const hash of [joinHash(token.text), acronymHash(token.text)]) {
        const bucket = hash & (start.length - 2)
        for (let at = start[bucket]!; at < start[bucket + 1]!; at++) this.#addJoined(items[at]!)
      }
    })
  }

  #collect(query: readonly NameToken[], weights: readonly number[], total: number): number[] {
    const { nameWeight, nameTraits } = this.#segment
    const ofInitials = query.reduce((sum, token, at) => sum + (token.isInitial ? weights[at]! : 0), 0)
    const found: number[] = []
    for (let at = 0; at < this.#touchedCount; at++) {
      const name = this.#touched[at]!
      // An initial is linked to nothing: what it may explain is granted here and checked with the pair.
      const granted = (nameTraits[name]! & HAS_INITIAL) !== 0 ? total : ofInitials
      const reachable = this.#overlap[name]! + granted * INITIAL_LIKENESS
      const mayJoin = this.#mayJoin[name] === 1
      this.#overlap[name] = 0
      this.#seen[name] = 0
      this.#mayJoin[name] = 0
      if (!mayJoin && reachable < neededOverlap(total, nameWeight[name]!, false)) continue
      if (this.#check.passes(name, mayJoin)) found.push(name)
    }
    return found
  }
}
