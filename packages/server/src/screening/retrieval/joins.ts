import { soundKey } from '../scoring/sound.ts'
import { EditDistance } from './edit-distance.ts'
import { acronymHash, joinHash } from './token-keys.ts'

/** Neighbouring words `first … last` that another name may write as one, and the key under which it is looked for. */
export type Join = { first: number; last: number; text: string; isAcronym: boolean; hash: number }

const MAX_JOINED_LENGTH = 32
const MIN_ACRONYM_LENGTH = 3
const MAX_ACRONYM_LENGTH = 7
const SLIPS = 1

/**
 * Pairs of words written together, by their consonants, and the acronyms of three to seven words. Words that weigh
 * nothing have no letter in an acronym, and are no pair among themselves.
 */
export function joinsOf(words: readonly string[], weights: ArrayLike<number>): Join[] {
  const joins: Join[] = []
  for (let first = 0; first + 1 < words.length; first++) {
    const last = first + 1
    const text = words[first]! + words[last]!
    if ((weights[first] !== 0 || weights[last] !== 0) && text.length <= MAX_JOINED_LENGTH) {
      joins.push({ first, last, text, isAcronym: false, hash: joinHash(text) })
    }
    if (weights[first] !== 0) addAcronyms(words, weights, first, joins)
  }
  return joins
}

function addAcronyms(
  words: readonly string[],
  weights: ArrayLike<number>,
  first: number,
  joins: Join[],
): void {
  let text = ''
  for (let last = first; last < words.length && text.length < MAX_ACRONYM_LENGTH; last++) {
    if (weights[last] === 0) continue
    if (words[last]!.length === 1) return
    text += words[last]![0]!
    if (text.length >= MIN_ACRONYM_LENGTH)
      joins.push({ first, last, text, isAcronym: true, hash: acronymHash(text) })
  }
}

const distance = new EditDistance()
const encoder = new TextEncoder()

/** Whether a word, known to have the join's key, is that join: by its letters but for one slip, or by its sound. */
export function isJoinOf(join: Join, word: string, isVowelless: boolean): boolean {
  if (join.text === word) return true
  if (join.isAcronym) return false
  if (isVowelless) return true
  const text = encoder.encode(word)
  distance.setPattern(text, text.length)
  return (
    distance.to(encoder.encode(join.text), 0, join.text.length) <= SLIPS ||
    soundKey(join.text) === soundKey(word)
  )
}
