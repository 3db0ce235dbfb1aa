import {
  BEST_PARTIAL_SIMILARITY,
  compareBy,
  countRecognised,
  isConsistent,
  type NameComparison,
} from './compare.ts'
import { type PreparedLegalName, prepareLegalName } from './prepare-legal-name.ts'
import { conflict, type Relate, type RelationKind, relateSpellings } from './relate.ts'

/**
 * Compares two company names. Case, accents, punctuation, order, articles, `&` and the place of a legal form do
 * not matter (`match`); a slip, an absent word or a legal form of another family is a `partial_match`; words that
 * exclude each other are a `no_match`. Never throws; time is bounded whatever the input. Symmetric.
 */
export function compareLegalNames(a: string, b: string): NameComparison {
  return comparePreparedLegal(prepareLegalName(a), prepareLegalName(b))
}

/** Compares two company names that were read before. */
export function comparePreparedLegal(a: PreparedLegalName, b: PreparedLegalName): NameComparison {
  const longer = Math.max(a.componentCount, b.componentCount)
  // Mosaka may be Mosaka Services; Congo is not the Banque Alpha Congo.
  const isPossible = (kinds: readonly RelationKind[]) =>
    isConsistent(kinds) && countRecognised(kinds) * 2 >= longer
  const compared = compareBy(a, b, relateLegalWords, isPossible)
  if (compared.verdict !== 'match' || !contradict(a.forms, b.forms)) return compared
  return { ...compared, verdict: 'partial_match', similarity: BEST_PARTIAL_SIMILARITY }
}

/** Both say a form, and no form that they share. */
const contradict = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size > 0 && b.size > 0 && ![...a].some((family) => b.has(family))

const NUMBER = /^\p{N}+$/u

/** By letters and sound, since no word of a company has a gender; but a number is equal or another. */
const relateLegalWords: Relate = (a, b) =>
  a.text !== b.text && (NUMBER.test(a.text) || NUMBER.test(b.text)) ? conflict(a, b) : relateSpellings(a, b)
