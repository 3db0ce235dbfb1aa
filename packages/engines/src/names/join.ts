import type { OpenName, Settle } from './open-name.ts'
import { type NameToken, spellings } from './prepare.ts'
import { equal, initialRelation, type Relate, type Relation } from './relate.ts'

/** The maximum of words that one word may have been split into. */
const maxPieces = 4
/** A piece of this length is a full name, so a slip in the joined word cannot be only an initial. */
const minPieceLength = 3

/**
 * Pairs one word of a name with several neighbouring words of the other: MarieClaude with Marie Claude, Nsimba with N
 * Simba, Wankulu with wa Nkulu, JP with Jean Pierre. Titles and particles can be among the pieces. Words that have a
 * single counterpart keep it.
 */
export const joinWords = (whole: OpenName, split: OpenName, settle: Settle, relate: Relate): void => {
  for (const accept of [isJoined, nearlyJoined(relate), areInitials]) {
    for (const index of whole.open) {
      const word = whole.tokens[index]!
      if (word.kind !== 'component' || word.text.length < 2) continue
      if (accept !== isJoined && hasCounterpart(word, split, relate)) continue
      const found = findPieces(word, split, accept)
      if (found !== null) settle([index], found.pieces, found.relation)
    }
  }
}

type Accept = (word: NameToken, pieces: readonly NameToken[]) => Relation | null

const findPieces = (
  word: NameToken,
  { tokens, open }: OpenName,
  accept: Accept,
): { pieces: number[]; relation: Relation } | null => {
  for (const start of open) {
    const pieces = [start]
    while (pieces.length < maxPieces && open.has(start + pieces.length)) {
      if (tokens[pieces.at(-1)!]!.abbreviated) break
      pieces.push(start + pieces.length)
      const words = pieces.map((piece) => tokens[piece]!)
      if (!words.some((token) => token.kind === 'component')) continue
      const relation = accept(word, words)
      if (relation !== null) return { pieces, relation }
    }
  }
  return null
}

const hasCounterpart = (word: NameToken, { tokens, open }: OpenName, relate: Relate): boolean => {
  for (const index of open) {
    const other = tokens[index]!
    if (other.kind === 'component' && relate(word, other).kind !== 'conflict') return true
  }
  return false
}

const joined = (pieces: readonly NameToken[]): string => pieces.map((piece) => piece.text).join('')

const isJoined = (word: NameToken, pieces: readonly NameToken[]): Relation | null =>
  joined(pieces) === word.text ? equal : null

const nearlyJoined =
  (relate: Relate): Accept =>
  (word, pieces) => {
    if (pieces.some((piece) => piece.kind === 'component' && piece.text.length < minPieceLength)) return null
    const text = joined(pieces)
    if (Math.abs(text.length - word.text.length) > maxPieces) return null
    const relation = relate(word, spellings(text))
    return relation.kind === 'conflict' ? null : relation
  }

// A word without a vowel cannot be a name: JP, JC, MJ. Jo and Al are names.
const initialsOnly = /^[bcdfghjklmnpqrstvwxz]{2,3}$/

const areInitials = (word: NameToken, pieces: readonly NameToken[]): Relation | null => {
  if (!initialsOnly.test(word.text) || pieces.some((piece) => piece.kind !== 'component')) return null
  return pieces.map((piece) => piece.text[0]).join('') === word.text ? initialRelation : null
}
