import { allowedSlips } from './bigrams.ts'
import { bucketCountFor, type HashTable, hashTable } from './buckets.ts'
import { type Growable, growableInts } from './growable.ts'
import { begun, mix, withLetter } from './hash.ts'
import { shared } from './shared-arrays.ts'

/**
 * Finds the words near a spelling without a look at all others. It takes several times the memory of an index, so that only an
 * index for many searches has it.
 */
export type SpellingTable = {
  /** What remains of a word without some letters → words. Two words within some edits have a remainder in common. */
  deletions: HashTable
  /** A word, and its beginnings and ends → words. */
  parts: HashTable
  /** Words that are too long for all their remainders, and those within some edits of them. */
  long: Uint32Array
}

/** Words of a segment, with their letters. */
export type SpelledWords = { tokenStart: Uint32Array; tokenText: Uint8Array; words: ArrayLike<number> }

const deletionSeed = 0x51ed27
const wholeSeed = 0x2c1b3c6
const partSeed = 0x297a2d39
/** A longer word has too many remainders. */
const maxLength = 15
/** Maximum of `allowedSlips`. */
const maxSlips = 3
/** Minimum length of a word that begins or ends another word, so that the other can be two words written together. */
export const minAffixLength = 4
/** Of a word of the maximum length: three of fifteen letters are deleted, or fewer. */
const maxRemaindersOfWord = 576
/** Few and longer lists: the hashes of a list are in one line of the cache, and the beginnings of all lists are in it too. */
const remaindersOfList = 4
/** About 8 bytes each. An index with more has no table. */
const maxRemainders = 6_000_000

/** Whether words within some edits of a word of this length can be too long. All of these are in the list of long words. */
export const isNearlyLong = (length: number): boolean => length > maxLength - maxSlips
export const isTooLong = (length: number): boolean => length > maxLength

/** The hashes of the remainders of a text. Some occur more than once. They are valid until the next call. */
export class Remainders {
  readonly hashes = new Uint32Array(maxRemaindersOfWord)
  count = 0
  #text: Uint8Array = new Uint8Array()
  #end = 0

  find(text: Uint8Array, start: number, end: number): void {
    this.#text = text
    this.#end = end
    this.count = 0
    this.#from(start, allowedSlips(end - start), begun(deletionSeed))
  }

  #from(start: number, deleted: number, begunHash: number): void {
    const text = this.#text
    let hash = begunHash
    for (let at = start; at < this.#end; at++) {
      // Of equal neighbours, the first ones are deleted.
      if (deleted > 0 && (at === start || text[at] !== text[at - 1])) this.#from(at + 1, deleted - 1, hash)
      hash = withLetter(hash, text[at]!)
    }
    this.hashes[this.count++] = mix(hash)
  }
}

/** The hashes of a word, of its beginnings and of its ends. */
export const wholeHash = (text: Uint8Array, start: number, end: number): number =>
  hashOf(text, start, end, wholeSeed)
export const partHash = (text: Uint8Array, start: number, end: number): number =>
  hashOf(text, start, end, partSeed)

const hashOf = (text: Uint8Array, start: number, end: number, seed: number): number => {
  let hash = begun(seed)
  for (let at = start; at < end; at++) hash = withLetter(hash, text[at]!)
  return mix(hash)
}

/** Null: the words have too many remainders. */
export const spellingTableOf = ({ tokenStart, tokenText, words }: SpelledWords): SpellingTable | null => {
  const lengthOf = (word: number) => tokenStart[word + 1]! - tokenStart[word]!
  let most = 0
  for (let at = 0; at < words.length; at++) most += maxRemaindersOfLength(lengthOf(words[at]!))
  if (most > maxRemainders) return null
  const remainders = keyed(most)
  const ofWord = new Remainders()
  const parts = { hashes: growableInts(), items: growableInts() }
  const long = growableInts()
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const [start, end] = [tokenStart[word]!, tokenStart[word + 1]!]
    addParts(tokenText, { start, end, word }, parts)
    if (isNearlyLong(end - start)) long.push(word)
    if (isTooLong(end - start)) continue
    ofWord.find(tokenText, start, end)
    for (let place = 0; place < ofWord.count; place++) {
      remainders.hashes[remainders.count] = ofWord.hashes[place]!
      remainders.items[remainders.count++] = word
    }
  }
  return {
    deletions: hashTable(
      remainders.hashes.subarray(0, remainders.count),
      remainders.items.subarray(0, remainders.count),
      bucketCountFor(remainders.count / remaindersOfList),
    ),
    parts: hashTable(parts.hashes.view(), parts.items.view()),
    long: shared(long.view()),
  }
}

const keyed = (most: number) => ({ hashes: new Uint32Array(most), items: new Uint32Array(most), count: 0 })

/** How many remainders a word of this length has at most. */
const maxRemaindersOfLength = (length: number): number => {
  if (isTooLong(length)) return 0
  let [all, ofCount] = [1, 1]
  for (let deleted = 1; deleted <= allowedSlips(length); deleted++) {
    ofCount = (ofCount * (length - deleted + 1)) / deleted
    all += ofCount
  }
  return all
}

type Keys = { hashes: Growable<Uint32Array>; items: Growable<Uint32Array> }

const addParts = (
  text: Uint8Array,
  { start, end, word }: { start: number; end: number; word: number },
  { hashes, items }: Keys,
): void => {
  if (end - start < minAffixLength) return
  const add = (hash: number) => {
    hashes.push(hash)
    items.push(word)
  }
  add(wholeHash(text, start, end))
  for (let length = minAffixLength; length < end - start; length++) {
    add(partHash(text, start, start + length))
    add(partHash(text, end - length, end))
  }
}
