import { MAX_TOKENS, type NameToken } from '../scoring/index.ts'
import { isJoinOf, joinsOf } from './joins.ts'
import { type Segment, tokenText } from './segment.ts'
import { INITIAL_LIKENESS, neededOverlap } from './sieve-rule.ts'
import { acronymHash, joinHash } from './token-keys.ts'
import type { WordLinks } from './word-links.ts'

type QueryJoin = { first: number; last: number; word: number }

/** What two names recognise of each other, exactly: the best likeness of every word on both sides, weighed. */
export class PairCheck {
  readonly #segment: Segment
  readonly #links: WordLinks
  readonly #best = new Uint8Array(MAX_TOKENS * 2)
  readonly #bestOfName = new Uint8Array(MAX_TOKENS * 2)
  readonly #initials = new Uint8Array(MAX_TOKENS * 2)
  readonly #firstLetters = new Uint8Array(MAX_TOKENS * 2)
  readonly #firstSounds = new Uint8Array(MAX_TOKENS * 2)
  readonly #joins: QueryJoin[] = []
  #query: readonly NameToken[] = []
  #weights: readonly number[] = []
  #total = 0
  #hasInitial = false
  #isJoined = false

  constructor(segment: Segment, links: WordLinks) {
    this.#segment = segment
    this.#links = links
  }

  setQuery(query: readonly NameToken[], weights: readonly number[], total: number): void {
    this.#query = query
    this.#weights = weights
    this.#total = total
    this.#joins.length = 0
    this.#hasInitial = false
    query.forEach((token, at) => {
      this.#initials[at] = token.isInitial ? 1 : 0
      // A word that weighs nothing begins with no letter: nothing stands for it.
      this.#firstLetters[at] = weights[at] === 0 ? 0 : token.text.charCodeAt(0)
      this.#firstSounds[at] = weights[at] === 0 ? 0 : token.sound.charCodeAt(0)
      if (token.isInitial) this.#hasInitial = true
    })
  }

  /** The words `first … last` of the query, written together, are this word of the segment. */
  addJoin(first: number, last: number, word: number): void {
    this.#joins.push({ first, last, word })
  }

  passes(name: number, mayJoin: boolean): boolean {
    const { nameStart, nameTokens, nameWeight, tokenWeight } = this.#segment
    const start = nameStart[name]!
    const count = nameStart[name + 1]! - start
    const queryCount = this.#query.length
    this.#best.fill(0, 0, queryCount)
    this.#isJoined = false
    for (let at = 0; at < count; at++) this.#bestOfName[at] = this.#matchWord(nameTokens[start + at]!)
    if (mayJoin) this.#matchJoinsOfName(start, count)
    let ofQuery = 0
    for (let at = 0; at < queryCount; at++) ofQuery += this.#weights[at]! * this.#best[at]!
    let ofName = 0
    for (let at = 0; at < count; at++) ofName += tokenWeight[nameTokens[start + at]!]! * this.#bestOfName[at]!
    return Math.min(ofQuery, ofName) >= neededOverlap(this.#total, nameWeight[name]!, this.#isJoined)
  }

  /** Raises what the words of the query are recognised by, and gives the best of them for this word. */
  #matchWord(word: number): number {
    if (this.#segment.tokenWeight[word] === 0) return 0
    const row = this.#links.rowOf(word)
    const best = this.#best
    let bestOfWord = 0
    if (row >= 0) {
      const { rows, width } = this.#links
      for (let at = 0; at < width; at++) {
        const likeness = rows[row * width + at]!
        if (likeness > best[at]!) best[at] = likeness
        if (likeness > bestOfWord) bestOfWord = likeness
      }
    }
    const isInitial = this.#isInitial(word)
    if (isInitial || this.#hasInitial) bestOfWord = Math.max(bestOfWord, this.#matchInitial(word, isInitial))
    for (const { first, last, word: joined } of this.#joins) {
      if (joined !== word) continue
      this.#isJoined = true
      best.fill(100, first, last + 1)
      bestOfWord = 100
    }
    return bestOfWord
  }

  #isInitial(word: number): boolean {
    const { tokenStart, tokenText: text } = this.#segment
    const start = tokenStart[word]!
    return tokenStart[word + 1]! === start + 1 && text[start]! >= 97
  }

  /** An initial stands for a word that begins with it; two initials are equal by their text or not at all. */
  #matchInitial(word: number, isInitial: boolean): number {
    const letter = this.#segment.tokenText[this.#segment.tokenStart[word]!]!
    const sound = this.#segment.tokenSound[word]!
    let bestOfWord = 0
    for (let at = 0; at < this.#query.length; at++) {
      const isBegun = this.#firstLetters[at] === letter || this.#firstSounds[at] === sound
      if ((this.#initials[at] === 1) === isInitial || !isBegun) continue
      if (this.#best[at]! < INITIAL_LIKENESS) this.#best[at] = INITIAL_LIKENESS
      bestOfWord = INITIAL_LIKENESS
    }
    return bestOfWord
  }

  #matchJoinsOfName(start: number, count: number): void {
    const { nameTokens, tokenWeight } = this.#segment
    const words = nameTokens.subarray(start, start + count)
    const weights = Array.from(words, (word) => tokenWeight[word]!)
    const texts = Array.from(words, (word) => tokenText(this.#segment, word))
    for (const join of joinsOf(texts, weights)) {
      this.#query.forEach((token, at) => {
        const hash = join.isAcronym ? acronymHash(token.text) : joinHash(token.text)
        if (hash !== join.hash || this.#weights[at] === 0) return
        if (!isJoinOf(join, token.text, token.vowelless)) return
        this.#isJoined = true
        this.#best[at] = 100
        this.#bestOfName.fill(100, join.first, join.last + 1)
      })
    }
  }
}
