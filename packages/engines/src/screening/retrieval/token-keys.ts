import { lookalikeKey } from '../../names/index.ts'
import { minExchanged, type NameToken } from '../scoring/index.ts'
import { hashAnyOrder, hashConsonants, hashText, hashWithout } from './hash.ts'

/** Seeds: a sound and a skeleton with the same letters have different keys. */
const soundSeed = 1
const familySeed = 2
const skeletonSeed = 3
const textSeed = 4
const identifierSeed = 5
const joinedSeed = 6
const slipSeed = 7
const lettersSeed = 8
const shapeSeed = 9
const misreadSeed = 10
const exchangedSeed = 11

/** Minimum length of a sound that is also found without one of its letters. */
const minSlipSound = 4
/** Minimum length of two words written together, as in scoring. Words without vowels are compared by consonants. */
const minWholeLength = 4
const minWholeSkeleton = 3

export const soundHash = (token: NameToken): number => hashText(token.sound, soundSeed)
export const skeletonHash = (token: NameToken): number => hashText(token.skeleton, skeletonSeed)
export const familyHash = (family: number): number => hashText(String(family), familySeed)
export const textHash = (text: string): number => hashText(text, textSeed)
export const identifierHash = (bare: string): number => hashText(bare, identifierSeed)
export const acronymHash = textHash
/** All letters of a name, independent of its division into words. */
export const lettersHash = (letters: string): number => hashText(letters, lettersSeed)

/** The key of the shape of a word, among all words or among those that can be misread. */
export const shapeHash = (token: NameToken, ofMisread: boolean): number =>
  hashText(lookalikeKey(token.text), ofMisread ? misreadSeed : shapeSeed)

/** A sound of one letter is no evidence. */
export const hasSound = (token: NameToken): boolean => !token.vowelless && token.sound.length >= 2
export const hasSkeleton = (token: NameToken): boolean => token.skeleton.length >= 2
export const hasShape = (token: NameToken): boolean =>
  !token.vowelless && !token.isSyllable && token.text.length > 1
/** A Chinese character or a Korean block never consists of two words. */
export const mayBeJoined = (token: NameToken): boolean =>
  !token.isSyllable &&
  (token.vowelless ? token.skeleton.length >= minWholeSkeleton : token.text.length >= minWholeLength)

/** The keys of words written together, by their consonants. Some languages write y, a vowel, for the j of others. */
export const joinHashes = (text: string): number[] => {
  const hashes = [hashConsonants(text, joinedSeed)]
  if (text.includes('j')) hashes.push(hashConsonants(text.replaceAll('j', 'y'), joinedSeed))
  return hashes
}

/** The sound of a word, and the sound without each letter. Two sounds that differ by one edit share a key. */
export const slipHashes = (token: NameToken): number[] => {
  const { sound } = token
  if (token.vowelless || token.isSyllable || sound.length < minSlipSound) return []
  const hashes = [hashText(sound, slipSeed)]
  for (let at = 0; at < sound.length; at++) {
    if (sound[at] !== sound[at - 1]) hashes.push(hashWithout(sound, at, slipSeed))
  }
  return hashes
}

/** The key of the letters of a word in any order. Null if it has too few. */
export const exchangedHash = (token: NameToken): number | null => {
  const { text, vowelless, isSyllable } = token
  return vowelless || isSyllable || text.length < minExchanged ? null : hashAnyOrder(text, exchangedSeed)
}

/** All keys of a word. */
export const keyHashes = (token: NameToken, hasWeight: boolean): number[] => {
  const hashes = [textHash(token.text)]
  if (mayBeJoined(token)) hashes.push(...joinHashes(token.text))
  for (const family of token.families) hashes.push(familyHash(family))
  if (hasSound(token)) hashes.push(soundHash(token))
  if (hasSkeleton(token)) hashes.push(skeletonHash(token))
  if (hasShape(token)) {
    hashes.push(shapeHash(token, false))
    if (token.isMisreadable) hashes.push(shapeHash(token, true))
  }
  const exchanged = exchangedHash(token)
  if (exchanged !== null) hashes.push(exchanged)
  if (hasWeight) hashes.push(...slipHashes(token))
  return hashes
}
