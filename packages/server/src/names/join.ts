import type { Settle, Unexplained } from './align.ts'
import { type NameToken, spellings } from './prepare.ts'
import { EQUAL, INITIAL, type Relate, type Relation } from './relate.ts'

/** Most words that one word may have been split into. */
const MAX_PIECES = 4
/** A piece this long is a name of its own, so a slip in the joined word cannot be a mere initial. */
const MIN_PIECE_LENGTH = 3

/**
 * Explains one word of a name by several neighbouring words of the other: MarieClaude by Marie Claude,
 * Nsimba by N Simba, Wankulu by wa Nkulu, JP by Jean Pierre. Titles and particles may be among the
 * pieces. Words that have a single counterpart keep it.
 */
export function joinWords(
  whole: readonly NameToken[],
  openWhole: Unexplained,
  split: readonly NameToken[],
  openSplit: Unexplained,
  settle: Settle,
  relate: Relate,
): void {
  for (const accept of [isJoined, nearlyJoined(relate), areInitials]) {
    for (const index of openWhole) {
      const word = whole[index]!
      if (word.kind !== 'component' || word.text.length < 2) continue
      if (accept !== isJoined && hasCounterpart(word, split, openSplit, relate)) continue
      const found = findPieces(word, split, openSplit, accept)
      if (found !== null) settle([index], found.pieces, found.relation)
    }
  }
}

type Accept = (word: NameToken, pieces: readonly NameToken[]) => Relation | null

function findPieces(
  word: NameToken,
  split: readonly NameToken[],
  open: Unexplained,
  accept: Accept,
): { pieces: number[]; relation: Relation } | null {
  for (const start of open) {
    const pieces = [start]
    while (pieces.length < MAX_PIECES && open.has(start + pieces.length)) {
      if (split[pieces.at(-1)!]!.abbreviated) break
      pieces.push(start + pieces.length)
      const tokens = pieces.map((piece) => split[piece]!)
      if (!tokens.some((token) => token.kind === 'component')) continue
      const relation = accept(word, tokens)
      if (relation !== null) return { pieces, relation }
    }
  }
  return null
}

function hasCounterpart(
  word: NameToken,
  split: readonly NameToken[],
  open: Unexplained,
  relate: Relate,
): boolean {
  for (const index of open) {
    const other = split[index]!
    if (other.kind === 'component' && relate(word, other).kind !== 'conflict') return true
  }
  return false
}

function joined(pieces: readonly NameToken[]): string {
  return pieces.map((piece) => piece.text).join('')
}

function isJoined(word: NameToken, pieces: readonly NameToken[]): Relation | null {
  return joined(pieces) === word.text ? EQUAL : null
}

function nearlyJoined(relate: Relate): Accept {
  return (word, pieces) => {
    if (pieces.some((piece) => piece.kind === 'component' && piece.text.length < MIN_PIECE_LENGTH))
      return null
    const text = joined(pieces)
    if (Math.abs(text.length - word.text.length) > MAX_PIECES) return null
    const relation = relate(word, spellings(text))
    return relation.kind === 'conflict' ? null : relation
  }
}

// Without a vowel it cannot be a name: JP, JC, MJ. Jo and Al are names.
const INITIALS_ONLY = /^[bcdfghjklmnpqrstvwxz]{2,3}$/

function areInitials(word: NameToken, pieces: readonly NameToken[]): Relation | null {
  if (!INITIALS_ONLY.test(word.text) || pieces.some((piece) => piece.kind !== 'component')) return null
  return pieces.map((piece) => piece.text[0]).join('') === word.text ? INITIAL : null
}
