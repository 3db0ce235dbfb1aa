import {
  bestPartialSimilarity,
  compareBy,
  countRecognised,
  isConsistent,
  type NameComparison,
} from './compare.ts'
import { type PreparedLegalName, prepareLegalName } from './prepare-legal-name.ts'
import { conflict, type Relate, type RelationKind, relateSpellings } from './relate.ts'

/**
 * Compares two company names. Differences in case, accents, punctuation, order, articles, `&` and the position of a
 * legal form are ignored (`match`). A slip, an absent word or a legal form of another family is a `partial_match`.
 * Contradicting words are a `no_match`. It never throws, has bounded time and is symmetric.
 */
export const compareLegalNames = (a: string, b: string): NameComparison =>
  comparePreparedLegal(prepareLegalName(a), prepareLegalName(b))

/** Compares two company names that were read before. */
export const comparePreparedLegal = (a: PreparedLegalName, b: PreparedLegalName): NameComparison => {
  const longer = Math.max(a.componentCount, b.componentCount)
  // Mosaka can be Mosaka Services. Congo is not the Banque Alpha Congo.
  const isPossible = (kinds: readonly RelationKind[]) =>
    isConsistent(kinds) && countRecognised(kinds) * 2 >= longer
  const compared = compareBy(a, b, relateLegalWords, isPossible)
  if (compared.verdict !== 'match' || !contradict(a.forms, b.forms)) return compared
  return { ...compared, verdict: 'partial_match', similarity: bestPartialSimilarity }
}

/** Both have a form, and no common one. */
const contradict = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && b.size > 0 && ![...a].some((family) => b.has(family))

const number = /^\p{N}+$/u

/** By letters and sound, because words of a company have no gender. Numbers must be equal. */
const relateLegalWords: Relate = (a, b) =>
  a.text !== b.text && (number.test(a.text) || number.test(b.text)) ? conflict(a, b) : relateSpellings(a, b)
