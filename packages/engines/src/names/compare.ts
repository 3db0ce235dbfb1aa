import { alignNames, type ComparedComponent } from './align.ts'
import { type PreparedName, prepareName } from './prepare.ts'
import { type Relate, type RelationKind, relate } from './relate.ts'

export type NameVerdict = 'match' | 'partial_match' | 'no_match'

export interface NameComparison {
  readonly verdict: NameVerdict
  /** 1 for `match`, below 1 otherwise. A `no_match` keeps its similarity: siblings have similar names. */
  readonly similarity: number
  /** Each component with its counterpart or contradiction in the other name. It contains words of the name. */
  readonly explanation: readonly ComparedComponent[]
}

/** Maximum number of typing or scanning errors between two spellings of one whole name. */
const maxEdits = 2
export const bestPartialSimilarity = 0.999

/** Compares two personal names (spec/kyc#comparison-of-names). It never throws and has bounded time. */
export const comparePersonNames = (a: string, b: string): NameComparison =>
  comparePrepared(prepareName(a), prepareName(b))

/** Compares two names that were read before. Symmetric. */
export const comparePrepared = (a: PreparedName, b: PreparedName): NameComparison =>
  compareBy(a, b, relate, isConsistent)

/** Aligns two names by a relation of their words. `isPossible` decides about pairs that are not equal. */
export const compareBy = (
  a: PreparedName,
  b: PreparedName,
  relateWords: Relate,
  isPossible: (kinds: readonly RelationKind[]) => boolean,
): NameComparison => {
  if (a.componentCount === 0 || b.componentCount === 0)
    return { verdict: 'no_match', similarity: 0, explanation: [] }
  const pairs = alignNames(a, b, relateWords)
  const explanation = pairs.map(({ a: one, b: other, relation }) => ({ a: one, b: other, relation }))
  const kinds = pairs.map((pair) => pair.relation)
  const isWhole = !a.truncated && !b.truncated && a.transliterated === b.transliterated
  if (isWhole && kinds.every((kind) => kind === 'equal'))
    return { verdict: 'match', similarity: 1, explanation }
  const loss = pairs.reduce((sum, pair) => sum + pair.loss, 0) / pairs.length / 1000
  const similarity = Math.min(1 - loss, bestPartialSimilarity)
  return { verdict: isPossible(kinds) ? 'partial_match' : 'no_match', similarity, explanation }
}

/** Initials and absences alone are no evidence: at least one component must be recognised completely. */
const recognised: ReadonlySet<RelationKind> = new Set([
  'equal',
  'other_role',
  'phonetic',
  'lookalike',
  'typo',
])

/** Number of components of one name that the other contains. */
export const countRecognised = (kinds: readonly RelationKind[]): number =>
  kinds.filter((kind) => recognised.has(kind)).length

/** No contradiction, at least one recognised component, and few slips. */
export const isConsistent = (kinds: readonly RelationKind[]): boolean => {
  if (kinds.includes('conflict') || countRecognised(kinds) === 0) return false
  return kinds.filter((kind) => kind === 'typo' || kind === 'lookalike').length <= maxEdits
}
