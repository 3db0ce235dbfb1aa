import { type Extent, isArticle, mayBePart, mayBeWhole, type NameToken } from '../scoring/index.ts'
import { isJoinOf, joinsOf, mayBeAcronym } from './joins.ts'
import type { PrefilterRule } from './prefilter-rule.ts'
import {
  extentOfShape,
  hasAcronyms,
  isForm,
  isSyllable,
  isVowelless,
  type Segment,
  tokenAt,
} from './segment.ts'
import { acronymHash, joinHashes, mayBeJoined } from './token-keys.ts'
import type { WordLinks } from './word-links.ts'

type QueryJoin = { words: number; word: number }

/** Finds exactly which words of two names match, and decides whether they suffice. */
export class PairCheck {
  readonly #segment: Segment
  readonly #links: WordLinks
  readonly #joins: QueryJoin[] = []
  #query: readonly NameToken[] = []
  #weights: readonly number[] = []
  #hashes: readonly (readonly number[])[] = []
  /** For each word of the query, the first letter of the article before it. An initial may represent this article. */
  #articles: readonly number[] = []
  #hasInitial = false
  #weighted = 0
  /** True if words with weight are linked or joined. The prefilter finds no other names. */
  #isAnchored = false
  #extent: Extent = 'whole'
  #linked = 0
  #linkedOfName = 0

  constructor(segment: Segment, links: WordLinks) {
    this.#segment = segment
    this.#links = links
  }

  setQuery(query: readonly NameToken[], weights: readonly number[], extent: Extent): void {
    this.#extent = extent
    this.#query = query
    this.#weights = weights
    this.#joins.length = 0
    this.#weighted = weights.reduce((words, weight, at) => (weight === 0 ? words : words | (1 << at)), 0)
    this.#hasInitial = query.some((token) => token.isInitial)
    this.#articles = query.map((_, at) => {
      const before = query[at - 1]
      return before !== undefined && isArticle(before) ? before.text.charCodeAt(0) : 0
    })
    this.#hashes = query.map((token, at) => {
      if (weights[at] === 0 || token.isSyllable) return []
      const ofAcronym = mayBeAcronym(token.text) ? [acronymHash(token.text)] : []
      return mayBeJoined(token) ? [...ofAcronym, ...joinHashes(token.text)] : ofAcronym
    })
  }

  /** The keys that find the words of a name, written together, as this word of the query. */
  hashesOf(index: number): readonly number[] {
    return this.#hashes[index]!
  }

  /** Records that these words of the query (a bit set), written together, match this word of the segment. */
  addJoin(words: number, word: number): void {
    this.#joins.push({ words, word })
  }

  passes(name: number, mayJoin: boolean, rule: PrefilterRule, ofPerson: boolean): boolean {
    const { nameStart, nameTokens, tokenWeight, nameShape } = this.#segment
    const start = nameStart[name]!
    const count = nameStart[name + 1]! - start
    this.#linked = 0
    this.#linkedOfName = 0
    this.#isAnchored = false
    let article = 0
    for (let at = 0; at < count; at++) {
      const word = nameTokens[start + at]!
      this.#matchWord(word, 1 << at, article)
      article = this.#articleLetter(word)
    }
    if (mayJoin) this.#matchJoinsOfName(start, count, hasAcronyms(nameShape[name]!))
    if (!this.#isAnchored) return false
    if (mayBePart(this.#extent) && rule.passesContained(this.#leftOfName(start, count))) return true
    const extent = extentOfShape(nameShape[name]!)
    if (mayBePart(extent) && rule.passesContained(this.#leftOfQuery())) return true
    if (!mayBeWhole(this.#extent) || !mayBeWhole(extent)) return false
    let [linked, left, linkedOfName, leftOfName] = [0, 0, 0, 0]
    for (let at = 0; at < this.#query.length; at++) {
      if (this.#linked & (1 << at)) linked += this.#weights[at]!
      else left += this.#weights[at]!
    }
    for (let at = 0; at < count; at++) {
      const weight = tokenWeight[nameTokens[start + at]!]!
      if (this.#linkedOfName & (1 << at)) linkedOfName += weight
      else leftOfName += weight
    }
    return rule.passes(Math.max(linked, linkedOfName), left, leftOfName, ofPerson)
  }

  /** The weight of the words of the query without a link. Initials may be absent. */
  #leftOfQuery(): number {
    return this.#query.reduce(
      (left, token, at) => (token.isInitial || this.#linked & (1 << at) ? left : left + this.#weights[at]!),
      0,
    )
  }

  #leftOfName(start: number, count: number): number {
    const { nameTokens, tokenWeight } = this.#segment
    let left = 0
    for (let at = 0; at < count; at++) {
      const word = nameTokens[start + at]!
      if ((this.#linkedOfName & (1 << at)) === 0 && !this.#isInitial(word)) left += tokenWeight[word]!
    }
    return left
  }

  #matchWord(word: number, bit: number, article: number): void {
    let words = this.#links.maskOf(word)
    if ((words & this.#weighted) !== 0 && this.#segment.tokenWeight[word] !== 0) this.#isAnchored = true
    const isInitial = this.#isInitial(word)
    if (isInitial || this.#hasInitial) words |= this.#wordsOfInitial(word, isInitial, article)
    for (const join of this.#joins) {
      if (join.word !== word) continue
      words |= join.words
      this.#isAnchored = true
    }
    if (words === 0) return
    this.#linked |= words
    this.#linkedOfName |= bit
  }

  #isInitial(word: number): boolean {
    const { tokenStart, tokenText: text, tokenTraits } = this.#segment
    const start = tokenStart[word]!
    return tokenStart[word + 1]! === start + 1 && text[start]! >= 97 && !isSyllable(tokenTraits[word]!)
  }

  #articleLetter(word: number): number {
    const { tokenWeight, tokenStart, tokenText: text } = this.#segment
    const start = tokenStart[word]!
    const isShort = tokenWeight[word] === 0 && tokenStart[word + 1]! === start + 2
    return isShort && isArticle(tokenAt(this.#segment, word)) ? text[start]! : 0
  }

  /**
   * An initial matches a word that begins with it, or whose article does. Two initials match only if they are equal.
   */
  #wordsOfInitial(word: number, isInitial: boolean, article: number): number {
    const letter = this.#segment.tokenText[this.#segment.tokenStart[word]!]!
    const sound = this.#segment.tokenSound[word]!
    let words = 0
    this.#query.forEach((token, at) => {
      if (token.isInitial === isInitial) return
      const isBegun = token.text.charCodeAt(0) === letter || token.sound.charCodeAt(0) === sound
      const isOfArticle = isInitial ? this.#articles[at] === letter : token.text.charCodeAt(0) === article
      if (isBegun || isOfArticle) words |= 1 << at
    })
    return words
  }

  #matchJoinsOfName(start: number, count: number, mayHaveAcronyms: boolean): void {
    const { nameTokens, tokenWeight } = this.#segment
    const words = nameTokens.subarray(start, start + count)
    const weights = Array.from(words, (word) => tokenWeight[word]!)
    const texts = Array.from(words, (word) => tokenAt(this.#segment, word).text)
    const isWithoutVowels = (set: number) =>
      words.some((word, at) => (set & (1 << at)) !== 0 && isVowelless(this.#segment.tokenTraits[word]!))
    for (const join of joinsOf(texts, weights, mayHaveAcronyms, (at) =>
      isForm(this.#segment.tokenTraits[words[at]!]!),
    )) {
      this.#query.forEach((token, at) => {
        if (!this.#hashes[at]!.some((hash) => join.hashes.includes(hash))) return
        if (!isJoinOf(join, token.text, token.vowelless || isWithoutVowels(join.words))) return
        this.#linked |= 1 << at
        this.#linkedOfName |= join.words
        this.#isAnchored = true
      })
    }
  }
}
