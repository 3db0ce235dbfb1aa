import { isSpelledForm } from '../scoring/company-forms.ts'
import { soundKey } from '../scoring/sound.ts'
import { EditDistance, MAX_COMPARED_LENGTH } from './edit-distance.ts'
import { acronymHash, joinHashes } from './token-keys.ts'

/** Words of a name that another name may write as one: a bit set, and the keys under which the one is looked for. */
export type Join = { words: number; text: string; isAcronym: boolean; hashes: readonly number[] }

const MIN_JOINED_LENGTH = 3
const MAX_JOINED_LENGTH = 32
const MIN_ACRONYM_LENGTH = 3
const MAX_ACRONYM_LENGTH = 7
const SLIPS = 1
/** Two letters of a company are its acronym's last: NITCO. */
const COMPANY = 'co'

/**
 * Pairs of neighbouring words written together (the last and the first are neighbours too: surnames change places), by
 * their consonants, and the acronyms of three to seven words. Words that weigh nothing have no letter in an acronym,
 * but legal forms may, and are no pair among themselves.
 */
export function joinsOf(
  words: readonly string[],
  weights: ArrayLike<number>,
  hasAcronyms: boolean,
  isForm: (at: number) => boolean,
): Join[] {
  const joins: Join[] = []
  for (let at = 0; at < words.length && words.length > 1; at++) {
    const next = at + 1 === words.length ? 0 : at + 1
    addPair(words, weights, at, next, joins)
    if (!hasAcronyms || weights[at] === 0) continue
    const withoutForms = addAcronyms(words, weights, at, () => false, joins)
    if (withoutForms) addAcronyms(words, weights, at, isForm, joins)
  }
  return joins
}

function addPair(
  words: readonly string[],
  weights: ArrayLike<number>,
  first: number,
  second: number,
  joins: Join[],
): void {
  if (weights[first] === 0 && weights[second] === 0) return
  const text = words[first]! + words[second]!
  if (text.length < MIN_JOINED_LENGTH || text.length > MAX_JOINED_LENGTH) return
  joins.push({ words: (1 << first) | (1 << second), text, isAcronym: false, hashes: joinHashes(text) })
}

/** Answers whether a form stood among the words. */
function addAcronyms(
  words: readonly string[],
  weights: ArrayLike<number>,
  first: number,
  isSpelled: (at: number) => boolean,
  joins: Join[],
): boolean {
  let text = ''
  let spelled = 0
  let hasSkipped = false
  const add = (acronym: string) => {
    if (mayBeAcronym(acronym))
      joins.push({ words: spelled, text: acronym, isAcronym: true, hashes: [acronymHash(acronym)] })
  }
  for (let last = first; last < words.length && text.length < MAX_ACRONYM_LENGTH; last++) {
    const isForm = weights[last] === 0
    if (isForm && !isSpelled(last)) {
      hasSkipped = true
      continue
    }
    if (words[last]!.length === 1) break
    if (isForm && text.length >= MIN_ACRONYM_LENGTH && words[last]!.startsWith(COMPANY)) add(text + COMPANY)
    if (isForm && !isSpelledForm(words[last]!)) continue
    text += words[last]![0]!
    if (!isForm) spelled |= 1 << last
    if (!isForm || text.length > MIN_ACRONYM_LENGTH) add(text)
  }
  return hasSkipped
}

export const mayBeAcronym = (text: string): boolean =>
  text.length >= MIN_ACRONYM_LENGTH && text.length <= MAX_ACRONYM_LENGTH

const distance = new EditDistance()
const bytes = [new Uint8Array(MAX_COMPARED_LENGTH * 2), new Uint8Array(MAX_COMPARED_LENGTH * 2)] as const

function spell(text: string, into: Uint8Array): Uint8Array {
  for (let at = 0; at < text.length; at++) into[at] = text.charCodeAt(at)
  return into
}

/** Whether a word, known to have a key of the join, is that join: by its letters but for one slip, or by its sound. */
export function isJoinOf(join: Join, word: string, isVowelless: boolean): boolean {
  if (join.text === word) return true
  if (join.isAcronym) return false
  if (isVowelless) return true
  distance.setPattern(spell(word, bytes[0]), word.length)
  return (
    distance.to(spell(join.text, bytes[1]), 0, join.text.length) <= SLIPS ||
    soundKey(join.text) === soundKey(word)
  )
}
