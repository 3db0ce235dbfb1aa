import type { PreparedName } from './prepare-name.ts'
import type { NameToken } from './token.ts'

/** A shorter sound or skeleton has too many neighbours for deletions to be a key. */
const MIN_DELETION_LENGTH = 4

/**
 * The keys of a word: two words that score as the same share one, except that an initial is found by none and that
 * more than two slips in one word are found by the other words of the name. The first character tells the kind:
 * `=` sound, `#` skeleton, `*` family, `-` sound less one letter.
 */
export function tokenKeys(token: NameToken): string[] {
  if (token.isInitial) return []
  const keys = token.vowelless ? [] : [`=${token.sound}`]
  if (token.skeleton.length >= 2) keys.push(`#${token.skeleton}`)
  for (const family of token.families) keys.push(`*${family}`)
  if (!token.vowelless && token.sound.length >= MIN_DELETION_LENGTH) {
    for (let at = 0; at < token.sound.length; at++) {
      keys.push(`-${token.sound.slice(0, at)}${token.sound.slice(at + 1)}`)
    }
  }
  return keys
}

/** Neighbouring words of a name written together, for names that join or split words; at most one fewer than the words. */
export function joinedTexts(name: PreparedName): string[] {
  const joined: string[] = []
  for (let at = 0; at + 1 < name.tokens.length; at++) {
    joined.push(name.tokens[at]!.text + name.tokens[at + 1]!.text)
  }
  return joined
}
