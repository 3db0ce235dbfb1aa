import { type NameToken, nameOf, type PreparedName, roleOf, tokenOf, traitsOf } from '../scoring/index.ts'
import type { Buckets, HashTable } from './buckets.ts'
import { WEIGHT_SUMS } from './sieve-words.ts'

/**
 * An immutable part of an index: records (entries of lists, or monitored subjects) with their names, in shared memory.
 * `…Start` arrays have one more element than there are things: thing `i` owns `start[i] … start[i + 1]`.
 */
export type Segment = {
  /** Distinct words: their letters (ASCII), what `makeToken` needs besides, and their weight in the sieve. */
  tokenStart: Uint32Array
  tokenText: Uint8Array
  tokenTraits: Uint8Array
  tokenWeight: Uint8Array
  /** The first letter of its sound: by ear, an initial may be another letter. */
  tokenSound: Uint8Array
  /** Pair of letters → words that have it. */
  bigrams: Buckets
  /** Text, sound, skeleton or family → words. */
  keys: HashTable
  /** Word → names that have it; a name that has it twice stands there twice. */
  postings: Buckets
  /** Key of neighbouring words written together, or of an acronym → names. */
  joins: HashTable
  /** All the letters of a name → names. */
  letters: HashTable
  /** Number of a document → records. */
  identifiers: HashTable
  /** Names: their words in order, what the sieve needs to know of them at a glance, and to whom they belong. */
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
  /** The records in the order of their ids. */
  recordOrder: Uint32Array
}

/** `nameShape`: the sum of the weights of the words, how many of them are initials, and whether an acronym may stand for them. */
export function nameShapeOf(weight: number, initials: number, hasAcronyms: boolean): number {
  return weight + Math.min(MAX_INITIALS, initials) * WEIGHT_SUMS + (hasAcronyms ? HAS_ACRONYMS : 0)
}

const MAX_INITIALS = 15
const HAS_ACRONYMS = 16 * WEIGHT_SUMS
export const weightOfShape = (shape: number): number => shape & (WEIGHT_SUMS - 1)
export const initialsOfShape = (shape: number): number => (shape >>> 9) & MAX_INITIALS
export const hasAcronyms = (shape: number): boolean => (shape & HAS_ACRONYMS) !== 0

/** As `traitsOf` of scoring packs it. */
const VOWELLESS = traitsOf('name', true) ^ traitsOf('name', false)
const SYLLABLE = traitsOf('name', false, true) ^ traitsOf('name', false)
export const isSyllable = (traits: number): boolean => (traits & SYLLABLE) !== 0
export const isForm = (traits: number): boolean => roleOf(traits) === 'form'
export const isVowelless = (traits: number): boolean => (traits & VOWELLESS) !== 0

export const tokenCount = (segment: Segment): number => segment.tokenTraits.length
export const nameCount = (segment: Segment): number => segment.nameRecord.length
export const recordCount = (segment: Segment): number => segment.recordLists.length

export function tokenText(segment: Segment, token: number): string {
  let text = ''
  const end = segment.tokenStart[token + 1]!
  for (let at = segment.tokenStart[token]!; at < end; at++)
    text += String.fromCharCode(segment.tokenText[at]!)
  return text
}

/** Words of a segment that are kept ready, in a thread. */
const MAX_READ = 50_000
const readTokens = new WeakMap<Segment, Map<number, NameToken>>()

export function tokenAt(segment: Segment, token: number): NameToken {
  const read = readTokens.get(segment) ?? new Map<number, NameToken>()
  if (read.size === 0) readTokens.set(segment, read)
  let found = read.get(token)
  if (found === undefined) {
    if (read.size >= MAX_READ) read.clear()
    found = tokenOf(tokenText(segment, token), segment.tokenTraits[token]!)
    read.set(token, found)
  }
  return found
}

/** A name as it was read when it was added. People and others are told apart; what others are is a matter of the record. */
export function nameAt(segment: Segment, name: number): PreparedName {
  const tokens: NameToken[] = []
  for (let at = segment.nameStart[name]!; at < segment.nameStart[name + 1]!; at++)
    tokens.push(tokenAt(segment, segment.nameTokens[at]!))
  return nameOf(tokens, hasAcronyms(segment.nameShape[name]!) ? 'business' : 'individual')
}

/** The position of a record, or -1. */
export function findRecord(segment: Segment, id: number): number {
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

export function recordFacts(segment: Segment, record: number): unknown {
  const bytes = segment.recordFacts.slice(
    segment.recordFactsStart[record]!,
    segment.recordFactsStart[record + 1]!,
  )
  return JSON.parse(decoder.decode(bytes))
}

export function segmentBytes(segment: Segment): number {
  let bytes = 0
  for (const part of Object.values(segment)) {
    if (!('start' in part)) bytes += part.byteLength
    else for (const array of Object.values(part)) bytes += array.byteLength
  }
  return bytes
}
