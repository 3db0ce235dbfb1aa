import { isGenderCounterpart } from './gender-counterpart.ts'
import type { NameToken } from './prepare.ts'
import { isTypo } from './typo.ts'

/** The relations of two components, best first. Only `conflict` refuses a name. */
export type RelationKind =
  | 'equal'
  | 'phonetic'
  | 'other_role'
  | 'lookalike'
  | 'typo'
  | 'initial'
  | 'absent'
  | 'conflict'

export interface Relation {
  readonly kind: RelationKind
  /** The reduction of the similarity of this component, in thousandths. */
  readonly loss: number
}

export const equal: Relation = { kind: 'equal', loss: 0 }
export const otherRole: Relation = { kind: 'other_role', loss: 50 }
export const initialRelation: Relation = { kind: 'initial', loss: 350 }
export const absent: Relation = { kind: 'absent', loss: 600 }
const phonetic: Relation = { kind: 'phonetic', loss: 50 }

const minKeyLength = 3
/** An edit is a larger part of a short word. Half of this share counts, because the word is still recognised. */
const editLoss = 500

export type Spelling = Pick<NameToken, 'text' | 'phonetic' | 'lookalike'>

/** The relation of two components, one from each name. Symmetric. */
export type Relate = (a: Spelling, b: Spelling) => Relation

/**
 * Relates two components of personal names. A gender counterpart is another person, not a typing error
 * (spec/kyc#comparison-of-names).
 */
export const relate: Relate = (a, b) => {
  const relation = relateSpellings(a, b)
  const isSlip = isEdit(relation) || relation.kind === 'phonetic'
  return isSlip && isGenderCounterpart(a.text, b.text) ? conflict(a, b) : relation
}

/** Relates two words by their letters and their sound only. */
export const relateSpellings: Relate = (a, b) => {
  if (a.text === b.text) return equal
  if (isInitialOf(a.text, b.text) || isInitialOf(b.text, a.text)) return initialRelation
  if (a.phonetic === b.phonetic && a.phonetic.length >= minKeyLength) return phonetic
  if (a.lookalike === b.lookalike && a.lookalike.length >= minKeyLength) return edited('lookalike', a, b)
  return isTypo(a.text, b.text) ? edited('typo', a, b) : conflict(a, b)
}

/** Two contradicting words. Their common letters still count. */
export const conflict = (a: Spelling, b: Spelling): Relation => ({
  kind: 'conflict',
  loss: 1000 - Math.round(editLoss * resemblance(a.text, b.text)),
})

/** Whether the relation uses one of the few slips of a whole name. */
export const isEdit = (relation: Relation): boolean =>
  relation.kind === 'typo' || relation.kind === 'lookalike'

const edited = (kind: 'lookalike' | 'typo', a: Spelling, b: Spelling): Relation => ({
  kind,
  loss: Math.round(editLoss / Math.max(a.text.length, b.text.length)),
})

const singleLetter = /^[a-z]$/

const isInitialOf = (initial: string, name: string): boolean =>
  singleLetter.test(initial) && name.length > 1 && name.startsWith(initial)

/** Share of common letters at the ends of two words: fast, and sufficient to rank conflicts. */
const resemblance = (a: string, b: string): number => {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return (start + end) / Math.max(a.length, b.length)
}
