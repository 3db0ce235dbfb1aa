import type { NameToken } from '../scoring/index.ts'
import { hashConsonants, hashText, hashWithout } from './hash.ts'

/** Seeds: a sound and a skeleton of the same letters are different keys. */
const SOUND = 1
const FAMILY = 2
const SKELETON = 3
const TEXT = 4
const IDENTIFIER = 5
const JOINED = 6
const SLIP = 7
const LETTERS = 8

/** Sounds from here on are found by what is left of them without one letter. */
const MIN_SLIP_SOUND = 4
/** Shorter words are no two words written together, as in scoring; those without vowels go by their consonants. */
const MIN_WHOLE_LENGTH = 4
const MIN_WHOLE_SKELETON = 3

export const soundHash = (token: NameToken): number => hashText(token.sound, SOUND)
export const skeletonHash = (token: NameToken): number => hashText(token.skeleton, SKELETON)
export const familyHash = (family: number): number => hashText(String(family), FAMILY)
export const textHash = (text: string): number => hashText(text, TEXT)
export const identifierHash = (bare: string): number => hashText(bare, IDENTIFIER)
export const acronymHash = textHash
/** All letters of a name, however they are divided into words. */
export const lettersHash = (letters: string): number => hashText(letters, LETTERS)

/** A sound of one letter says nothing. */
export const hasSound = (token: NameToken): boolean => !token.vowelless && token.sound.length >= 2
export const hasSkeleton = (token: NameToken): boolean => token.skeleton.length >= 2
/** A Chinese character or a Korean block is no two of them. */
export const mayBeJoined = (token: NameToken): boolean =>
  !token.isSyllable &&
  (token.vowelless ? token.skeleton.length >= MIN_WHOLE_SKELETON : token.text.length >= MIN_WHOLE_LENGTH)

/** Words written together, by their consonants. What some languages write j others write y, a vowel. */
export function joinHashes(text: string): number[] {
  const hashes = [hashConsonants(text, JOINED)]
  if (text.includes('j')) hashes.push(hashConsonants(text.replaceAll('j', 'y'), JOINED))
  return hashes
}

/** The sound of a word, and what is left of it without one letter: two sounds that differ by a slip share one. */
export function slipHashes(token: NameToken): number[] {
  const { sound } = token
  if (token.vowelless || token.isSyllable || sound.length < MIN_SLIP_SOUND) return []
  const hashes = [hashText(sound, SLIP)]
  for (let at = 0; at < sound.length; at++) {
    if (sound[at] !== sound[at - 1]) hashes.push(hashWithout(sound, at, SLIP))
  }
  return hashes
}

/** Every key under which a word is found. */
export function keyHashes(token: NameToken, isWeighed: boolean): number[] {
  const hashes = [textHash(token.text)]
  if (mayBeJoined(token)) hashes.push(...joinHashes(token.text))
  for (const family of token.families) hashes.push(familyHash(family))
  if (hasSound(token)) hashes.push(soundHash(token))
  if (hasSkeleton(token)) hashes.push(skeletonHash(token))
  if (isWeighed) hashes.push(...slipHashes(token))
  return hashes
}
