import { alignNames, type ComparedComponent } from './align.ts'
import { type PreparedName, prepareName } from './prepare.ts'
import { type Relate, type RelationKind, relate } from './relate.ts'

export type NameVerdict = 'match' | 'partial_match' | 'no_match'

export interface NameComparison {
  readonly verdict: NameVerdict
  /** 1 for `match`; below 1 otherwise. A `no_match` keeps the likeness it has: siblings resemble each other. */
  readonly similarity: number
  /** Each component with what explains it in the other name, or contradicts it. Holds name words. */
  readonly explanation: readonly ComparedComponent[]
}

/** Slips of the keyboard or the scanner that two spellings of one whole name may differ by. */
const MAX_EDITS = 2
export const BEST_PARTIAL_SIMILARITY = 0.999

/** Compares two personal names (decisions §6). Never throws; time is bounded whatever the input. */
export function comparePersonNames(a: string, b: string): NameComparison {
  return comparePrepared(prepareName(a), prepareName(b))
}

/** Compares two names that were read before. Symmetric. */
export function comparePrepared(a: PreparedName, b: PreparedName): NameComparison {
  return compareBy(a, b, relate, isConsistent)
}

/** Aligns two names by a relation of their words; `isPossible` judges what is not equal throughout. */
export function compareBy(
  a: PreparedName,
  b: PreparedName,
  relateWords: Relate,
  isPossible: (kinds: readonly RelationKind[]) => boolean,
): NameComparison {
  if (a.componentCount === 0 || b.componentCount === 0)
    return { verdict: 'no_match', similarity: 0, explanation: [] }
  const pairs = alignNames(a, b, relateWords)
  const explanation = pairs.map(({ a: one, b: other, relation }) => ({ a: one, b: other, relation }))
  const kinds = pairs.map((pair) => pair.relation)
  const isWhole = !a.truncated && !b.truncated && a.transliterated === b.transliterated
  if (isWhole && kinds.every((kind) => kind === 'equal'))
    return { verdict: 'match', similarity: 1, explanation }
  const loss = pairs.reduce((sum, pair) => sum + pair.loss, 0) / pairs.length / 1000
  const similarity = Math.min(1 - loss, BEST_PARTIAL_SIMILARITY)
  return { verdict: isPossible(kinds) ? 'partial_match' : 'no_match', similarity, explanation }
}

/** Initials and absences alone prove nothing: at least one component must be recognised in full. */
const RECOGNISED: ReadonlySet<RelationKind> = new Set([
  'equal',
  'other_role',
  'phonetic',
  'lookalike',
  'typo',
])

/** Components of one name that were found in the other. */
export function countRecognised(kinds: readonly RelationKind[]): number {
  return kinds.filter((kind) => RECOGNISED.has(kind)).length
}

/** Nothing contradicts, something is recognised, and the slips are few. */
export function isConsistent(kinds: readonly RelationKind[]): boolean {
  if (kinds.includes('conflict') || countRecognised(kinds) === 0) return false
  return kinds.filter((kind) => kind === 'typo' || kind === 'lookalike').length <= MAX_EDITS
}
