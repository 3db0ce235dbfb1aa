import type { Extent, NameToken, PreparedName } from '../scoring/index.ts'
import { bigramCount, bigramsOf } from './bigrams.ts'
import { fillBuckets, hashTable } from './buckets.ts'
import { growableBytes, growableDoubles, growableInts, growableShorts } from './growable.ts'
import { joinsOf } from './joins.ts'
import { prefilterWeight } from './prefilter-words.ts'
import { nameShapeOf, type Segment } from './segment.ts'
import { shared, sharedInts } from './shared-arrays.ts'
import { spellingTableOf } from './spelling-table.ts'
import { identifierHash, keyHashes, lettersHash } from './token-keys.ts'

/** Input of a segment. `facts` is any JSON and is returned unchanged. */
export type SegmentRecord = {
  id: number
  list: number
  names: readonly Pick<PreparedName, 'tokens' | 'letters' | 'extent'>[]
  /** False for names of people, because they have no acronyms. */
  hasAcronyms: boolean
  /** Plain numbers (`bareIdentifier`) that find the record without a matching name. */
  identifiers: readonly string[]
  facts: unknown
}

const encoder = new TextEncoder()
/** Words are short ASCII texts, so a loop is faster than an encoder. */
const codesOf = (text: string): number[] => {
  const codes: number[] = new Array(text.length)
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at)
  return codes
}

/** Builds a segment from records, one by one. It uses about twice the memory of the segment. */
export class SegmentBuilder {
  readonly #tokens = new Map<string, number>()
  readonly #tokenStart = growableInts()
  readonly #tokenText = growableBytes()
  readonly #tokenTraits = growableBytes()
  readonly #tokenWeight = growableBytes()
  readonly #tokenSound = growableBytes()
  readonly #bigramKeys = growableShorts()
  readonly #bigramTokens = growableInts()
  readonly #keyHashes = growableInts()
  readonly #keyTokens = growableInts()
  readonly #joinHashes = growableInts()
  readonly #joinNames = growableInts()
  readonly #letterHashes = growableInts()
  readonly #letterNames = growableInts()
  readonly #nameStart = growableInts()
  readonly #nameTokens = growableInts()
  readonly #nameShape = growableShorts()
  readonly #nameRecord = growableInts()
  readonly #recordIds = growableDoubles()
  readonly #recordLists = growableBytes()
  readonly #recordNames = growableInts()
  readonly #factsStart = growableInts()
  readonly #facts = growableBytes()
  readonly #identifierHashes = growableInts()
  readonly #identifierRecords = growableInts()
  readonly #scratch: number[] = []
  /** The words whose spelling is compared. */
  readonly #spelled = growableInts()

  get recordCount(): number {
    return this.#recordLists.length
  }

  add(record: SegmentRecord): void {
    const position = this.#recordLists.length
    this.#recordIds.push(record.id)
    this.#recordLists.push(record.list)
    this.#recordNames.push(this.#nameRecord.length)
    for (const { tokens, letters, extent } of record.names) {
      // Readings with only some words have no letters. They would all be under one key.
      if (letters !== '') {
        this.#letterHashes.push(lettersHash(letters))
        this.#letterNames.push(this.#nameRecord.length)
      }
      this.#addName(tokens, position, { hasAcronyms: record.hasAcronyms, extent })
    }
    for (const value of record.identifiers) {
      this.#identifierHashes.push(identifierHash(value))
      this.#identifierRecords.push(position)
    }
    this.#factsStart.push(this.#facts.length)
    this.#facts.append(encoder.encode(JSON.stringify(record.facts)))
  }

  #addName(
    tokens: readonly NameToken[],
    record: number,
    may: { hasAcronyms: boolean; extent: Extent },
  ): void {
    const name = this.#nameRecord.length
    this.#nameRecord.push(record)
    this.#nameStart.push(this.#nameTokens.length)
    const weights = tokens.map(prefilterWeight)
    const words = tokens.map((token) => this.#intern(token))
    this.#nameTokens.append(words)
    this.#nameShape.push(
      nameShapeOf(
        weights.reduce((sum, weight) => sum + weight, 0),
        tokens.filter((token) => token.isInitial).length,
        may,
      ),
    )
    const texts = tokens.map((token) => token.text)
    for (const { hashes } of joinsOf(texts, weights, may.hasAcronyms, (at) => tokens[at]!.role === 'form')) {
      for (const hash of hashes) {
        this.#joinHashes.push(hash)
        this.#joinNames.push(name)
      }
    }
  }

  #intern(token: NameToken): number {
    const key = token.text + String.fromCharCode(token.traits)
    const known = this.#tokens.get(key)
    if (known !== undefined) return known
    const id = this.#tokenTraits.length
    this.#tokens.set(key, id)
    const text = codesOf(token.text)
    this.#tokenStart.push(this.#tokenText.length)
    this.#tokenText.append(text)
    this.#tokenTraits.push(token.traits)
    const weight = prefilterWeight(token)
    this.#tokenWeight.push(weight)
    this.#tokenSound.push(token.sound.charCodeAt(0))
    if (weight !== 0 && text.length > 1 && !token.isSyllable) {
      this.#spelled.push(id)
      for (const pair of bigramsOf(text, this.#scratch)) {
        this.#bigramKeys.push(pair)
        this.#bigramTokens.push(id)
      }
    }
    for (const hash of keyHashes(token, weight !== 0)) {
      this.#keyHashes.push(hash)
      this.#keyTokens.push(id)
    }
    return id
  }

  /** `forManySearches`: with a table of spellings, which costs time and memory now. */
  build({ forManySearches = false } = {}): Segment {
    this.#tokenStart.push(this.#tokenText.length)
    this.#nameStart.push(this.#nameTokens.length)
    this.#recordNames.push(this.#nameRecord.length)
    this.#factsStart.push(this.#facts.length)
    return {
      tokenStart: shared(this.#tokenStart.view()),
      tokenText: shared(this.#tokenText.view()),
      tokenTraits: shared(this.#tokenTraits.view()),
      tokenWeight: shared(this.#tokenWeight.view()),
      tokenSound: shared(this.#tokenSound.view()),
      bigrams: fillBuckets(bigramCount, this.#bigramKeys.view(), this.#bigramTokens.view()),
      keys: hashTable(this.#keyHashes.view(), this.#keyTokens.view()),
      letters: hashTable(this.#letterHashes.view(), this.#letterNames.view()),
      spellings: forManySearches ? this.#spellings() : null,
      postings: this.#postings(),
      joins: hashTable(this.#joinHashes.view(), this.#joinNames.view()),
      identifiers: hashTable(this.#identifierHashes.view(), this.#identifierRecords.view()),
      nameStart: shared(this.#nameStart.view()),
      nameTokens: shared(this.#nameTokens.view()),
      nameShape: shared(this.#nameShape.view()),
      nameRecord: shared(this.#nameRecord.view()),
      recordIds: shared(this.#recordIds.view()),
      recordLists: shared(this.#recordLists.view()),
      recordNames: shared(this.#recordNames.view()),
      recordFactsStart: shared(this.#factsStart.view()),
      recordFacts: shared(this.#facts.view()),
      recordOrder: this.#order(),
    }
  }

  #spellings(): Segment['spellings'] {
    const [tokenStart, tokenText] = [this.#tokenStart.view(), this.#tokenText.view()]
    return spellingTableOf({ tokenStart, tokenText, words: this.#spelled.view() })
  }

  #postings(): Segment['postings'] {
    const nameStart = this.#nameStart.view()
    const names = new Uint32Array(this.#nameTokens.length)
    for (let name = 0; name + 1 < nameStart.length; name++)
      names.fill(name, nameStart[name], nameStart[name + 1])
    return fillBuckets(this.#tokenTraits.length, this.#nameTokens.view(), names)
  }

  #order(): Uint32Array {
    const ids = this.#recordIds.view()
    const order = sharedInts(ids.length)
    for (let at = 0; at < order.length; at++) order[at] = at
    return order.sort((a, b) => ids[a]! - ids[b]!)
  }
}
