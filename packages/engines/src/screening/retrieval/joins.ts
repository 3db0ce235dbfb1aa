import type { NameToken } from '../scoring/index.ts'
import { isSpelledForm } from '../scoring/words/company-forms.ts'
import { soundKey } from '../scoring/words/sound.ts'
import { EditDistance, maxComparedLength } from './edit-distance.ts'
import { acronymHash, joinHashes } from './token-keys.ts'

/** Words of a name that another name may write as one word: a bit set, and the keys that find the one word. */
export type Join = { words: number; text: string; isAcronym: boolean; hashes: readonly number[] }

const minJoinedLength = 3
const maxJoinedLength = 32
const minAcronymLength = 3
const maxAcronymLength = 7
const slips = 1
/** The last two letters of an acronym of a company: NITCO. */
const company = 'co'

/**
 * Returns pairs of neighbouring words written together, by their consonants, and acronyms of three to seven words. The
 * last and the first word are neighbours too, because surnames change places. Words without weight have no letter in
 * an acronym, but legal forms may have one. They form no pairs among themselves.
 */
export const joinsOf = (
  words: readonly string[],
  weights: ArrayLike<number>,
  hasAcronyms: boolean,
  isForm: (at: number) => boolean,
): Join[] => {
  const joins: Join[] = []
  const weighted = { words, weights }
  for (let at = 0; at < words.length && words.length > 1; at++) {
    const next = at + 1 === words.length ? 0 : at + 1
    addPair(weighted, at, next, joins)
    if (!hasAcronyms || weights[at] === 0) continue
    const withoutForms = addAcronyms(weighted, at, () => false, joins)
    if (withoutForms) addAcronyms(weighted, at, isForm, joins)
  }
  return joins
}

type WeightedWords = { words: readonly string[]; weights: ArrayLike<number> }

const addPair = ({ words, weights }: WeightedWords, first: number, second: number, joins: Join[]): void => {
  if (weights[first] === 0 && weights[second] === 0) return
  const text = words[first]! + words[second]!
  if (text.length < minJoinedLength || text.length > maxJoinedLength) return
  joins.push({ words: (1 << first) | (1 << second), text, isAcronym: false, hashes: joinHashes(text) })
}

/** Returns whether one of the words was a legal form. */
const addAcronyms = (
  { words, weights }: WeightedWords,
  first: number,
  isSpelled: (at: number) => boolean,
  joins: Join[],
): boolean => {
  let text = ''
  let spelled = 0
  let hasSkipped = false
  const add = (acronym: string) => {
    if (mayBeAcronym(acronym))
      joins.push({ words: spelled, text: acronym, isAcronym: true, hashes: [acronymHash(acronym)] })
  }
  for (let last = first; last < words.length && text.length < maxAcronymLength; last++) {
    const isForm = weights[last] === 0
    if (isForm && !isSpelled(last)) {
      hasSkipped = true
      continue
    }
    if (words[last]!.length === 1) break
    if (isForm && text.length >= minAcronymLength && words[last]!.startsWith(company)) add(text + company)
    if (isForm && !isSpelledForm(words[last]!)) continue
    text += words[last]![0]!
    if (!isForm) spelled |= 1 << last
    if (!isForm || text.length > minAcronymLength) add(text)
  }
  return hasSkipped
}

export const mayBeAcronym = (text: string): boolean =>
  text.length >= minAcronymLength && text.length <= maxAcronymLength

/** Whether a word of the set is written without vowels. The joined word is then compared by its consonants. */
export const hasVowelless = (tokens: readonly NameToken[], words: number): boolean =>
  tokens.some((token, at) => token.vowelless && (words & (1 << at)) !== 0)

const distance = new EditDistance()
const bytes = [new Uint8Array(maxComparedLength * 2), new Uint8Array(maxComparedLength * 2)] as const

const spell = (text: string, into: Uint8Array): Uint8Array => {
  for (let at = 0; at < text.length; at++) into[at] = text.charCodeAt(at)
  return into
}

/** Whether a word that has a key of the join is that join: by its letters with at most one edit, or by its sound. */
export const isJoinOf = (join: Join, word: string, isVowelless: boolean): boolean => {
  if (join.text === word) return true
  if (join.isAcronym) return false
  if (isVowelless) return true
  distance.setPattern(spell(word, bytes[0]), word.length)
  return (
    distance.to(spell(join.text, bytes[1]), 0, join.text.length) <= slips ||
    soundKey(join.text) === soundKey(word)
  )
}
