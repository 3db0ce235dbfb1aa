import {
  type Extent,
  type NameToken,
  nameOf,
  type PreparedName,
  roleOf,
  tokenOf,
  traitsOf,
} from '../scoring/index.ts'
import type { Buckets, HashTable } from './buckets.ts'
import { weightSums } from './prefilter-words.ts'
import type { SpellingTable } from './spelling-table.ts'

/**
 * An immutable part of an index: records (list entries or monitored subjects) with their names, in shared memory. An
 * array `…Start` has one more element than there are items: item `i` owns `start[i] … start[i + 1]`.
 */
export type Segment = {
  /** Distinct words: their letters (ASCII), the other inputs of `makeToken`, and their weight in the prefilter. */
  tokenStart: Uint32Array
  tokenText: Uint8Array
  tokenTraits: Uint8Array
  tokenWeight: Uint8Array
  /** The first letter of the sound of the word. An initial can have this letter instead of the written one. */
  tokenSound: Uint8Array
  /** Letter pair → words that contain it. */
  bigrams: Buckets
  /** Text, sound, skeleton or family → words. */
  keys: HashTable
  /** Null: the index is for single searches, and the letter pairs find similar words. */
  spellings: SpellingTable | null
  /** Word → names that contain it. A name that contains it twice is listed twice. */
  postings: Buckets
  /** Key of neighbouring words written together, or of an acronym → names. */
  joins: HashTable
  /** All letters of a name → names. */
  letters: HashTable
  /** Number of a document → records. */
  identifiers: HashTable
  /** Names: their words in order, the summary that the prefilter needs, and their record. */
  nameStart: Uint32Array
  nameTokens: Uint32Array
  nameShape: Uint16Array
  nameRecord: Uint32Array
  /** Records: id in the database, list, first name, and the facts as UTF-8 JSON. */
  recordIds: Float64Array
  recordLists: Uint8Array
  recordNames: Uint32Array
  recordFactsStart: Uint32Array
  recordFacts: Uint8Array
  /** The records, sorted by id. */
  recordOrder: Uint32Array
}

/**
 * `nameShape`: the sum of the weights of the words, the number of initials, whether an acronym can represent them, and
 * the extent of a listed name in them.
 */
export const nameShapeOf = (
  weight: number,
  initials: number,
  { hasAcronyms, extent }: { hasAcronyms: boolean; extent: Extent },
): number =>
  weight +
  Math.min(maxInitials, initials) * weightSums +
  (hasAcronyms ? acronymsBit : 0) +
  extents.indexOf(extent) * extentUnit

const maxInitials = 15
const acronymsBit = 16 * weightSums
const extents: readonly Extent[] = ['whole', 'part', 'either']
const extentShift = 14
const extentUnit = 2 ** extentShift
export const weightOfShape = (shape: number): number => shape & (weightSums - 1)
export const initialsOfShape = (shape: number): number => (shape >>> 9) & maxInitials
export const hasAcronyms = (shape: number): boolean => (shape & acronymsBit) !== 0
export const extentOfShape = (shape: number): Extent => extents[shape >>> extentShift]!

/** Packed like `traitsOf` of scoring. */
const vowelless = traitsOf('name', true) ^ traitsOf('name', false)
const syllable = traitsOf('name', false, true) ^ traitsOf('name', false)
export const isSyllable = (traits: number): boolean => (traits & syllable) !== 0
export const isForm = (traits: number): boolean => roleOf(traits) === 'form'
export const isVowelless = (traits: number): boolean => (traits & vowelless) !== 0

export const tokenCount = (segment: Segment): number => segment.tokenTraits.length
export const nameCount = (segment: Segment): number => segment.nameRecord.length
export const recordCount = (segment: Segment): number => segment.recordLists.length

export const tokenText = (segment: Segment, token: number): string => {
  let text = ''
  const end = segment.tokenStart[token + 1]!
  for (let at = segment.tokenStart[token]!; at < end; at++)
    text += String.fromCharCode(segment.tokenText[at]!)
  return text
}

/** Maximum number of words of a segment that a thread caches. */
const maxRead = 50_000
const readTokens = new WeakMap<Segment, Map<number, NameToken>>()

export const tokenAt = (segment: Segment, token: number): NameToken => {
  const read = readTokens.get(segment) ?? new Map<number, NameToken>()
  if (read.size === 0) readTokens.set(segment, read)
  let found = read.get(token)
  if (found === undefined) {
    if (read.size >= maxRead) read.clear()
    found = tokenOf(tokenText(segment, token), segment.tokenTraits[token]!)
    read.set(token, found)
  }
  return found
}

/** A name as it was read when it was added. Only people and others are distinguished. The record has the exact kind. */
export const nameAt = (segment: Segment, name: number): PreparedName => {
  const tokens: NameToken[] = []
  for (let at = segment.nameStart[name]!; at < segment.nameStart[name + 1]!; at++)
    tokens.push(tokenAt(segment, segment.nameTokens[at]!))
  const shape = segment.nameShape[name]!
  return nameOf(tokens, hasAcronyms(shape) ? 'business' : 'individual', extentOfShape(shape))
}

/** The position of a record, or -1. */
export const findRecord = (segment: Segment, id: number): number => {
  let low = 0
  let high = segment.recordOrder.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const record = segment.recordOrder[middle]!
    const there = segment.recordIds[record]!
    if (there === id) return record
    if (there < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const decoder = new TextDecoder()

export const recordFacts = (segment: Segment, record: number): unknown => {
  const bytes = segment.recordFacts.slice(
    segment.recordFactsStart[record]!,
    segment.recordFactsStart[record + 1]!,
  )
  return JSON.parse(decoder.decode(bytes))
}

export const segmentBytes = (segment: Segment): number => bytesOf(segment)

const bytesOf = (part: object | null): number => {
  if (part === null) return 0
  if (ArrayBuffer.isView(part)) return part.byteLength
  return Object.values(part).reduce((bytes: number, inner: object | null) => bytes + bytesOf(inner), 0)
}
