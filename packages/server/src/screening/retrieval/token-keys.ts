import type { NameToken } from '../scoring/index.ts'
import { hashConsonants, hashText } from './hash.ts'

/** Seeds: a sound and a skeleton of the same letters are different keys. */
const SOUND = 1
const FAMILY = 2
const SKELETON = 3
const TEXT = 4
const IDENTIFIER = 5
const JOINED = 6

/** How alike two words with an equal key are taken to be, 0–100; how alike they are is for the score to say. */
export const KEY_LIKENESS = { sound: 85, family: 90, skeleton: 85 }

export const soundHash = (token: NameToken): number => hashText(token.sound, SOUND)
export const skeletonHash = (token: NameToken): number => hashText(token.skeleton, SKELETON)
export const familyHash = (family: number): number => hashText(String(family), FAMILY)
export const textHash = (text: string): number => hashText(text, TEXT)
export const joinHash = (text: string): number => hashConsonants(text, JOINED)
export const identifierHash = (bare: string): number => hashText(bare, IDENTIFIER)
export const acronymHash = textHash

/** A sound of one letter says nothing. */
export const hasSound = (token: NameToken): boolean => !token.vowelless && token.sound.length >= 2
export const hasSkeleton = (token: NameToken): boolean => token.skeleton.length >= 2

/** Every key under which a word is found. */
export function keyHashes(token: NameToken): number[] {
  const hashes = [textHash(token.text), joinHash(token.text)]
  for (const family of token.families) hashes.push(familyHash(family))
  if (hasSound(token)) hashes.push(soundHash(token))
  if (hasSkeleton(token)) hashes.push(skeletonHash(token))
  return hashes
}
