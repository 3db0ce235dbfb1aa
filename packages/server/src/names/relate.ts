import { isGenderCounterpart } from './gender-counterpart.ts'
import type { NameToken } from './prepare.ts'
import { isTypo } from './typo.ts'

/** How two components explain each other, the better first. Only `conflict` refuses a name. */
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
  /** What the relation takes from the similarity of this component, in thousandths. */
  readonly loss: number
}

export const EQUAL: Relation = { kind: 'equal', loss: 0 }
export const OTHER_ROLE: Relation = { kind: 'other_role', loss: 50 }
export const INITIAL: Relation = { kind: 'initial', loss: 350 }
export const ABSENT: Relation = { kind: 'absent', loss: 600 }
const PHONETIC: Relation = { kind: 'phonetic', loss: 50 }

const MIN_KEY_LENGTH = 3
/** An edit in a short word takes more of it; half of the share, since the word is still recognised. */
const EDIT_LOSS = 500

export type Spelling = Pick<NameToken, 'text' | 'phonetic' | 'lookalike'>

/** Says how two components, one from each name, explain each other. Symmetric. */
export type Relate = (a: Spelling, b: Spelling) => Relation

/** Relates two components of personal names: a gender counterpart is somebody else, and no slip (decisions §6). */
export const relate: Relate = (a, b) => {
  const relation = relateSpellings(a, b)
  const isSlip = isEdit(relation) || relation.kind === 'phonetic'
  return isSlip && isGenderCounterpart(a.text, b.text) ? conflict(a, b) : relation
}

/** Relates two words by their letters and their sound alone. */
export const relateSpellings: Relate = (a, b) => {
  if (a.text === b.text) return EQUAL
  if (isInitialOf(a.text, b.text) || isInitialOf(b.text, a.text)) return INITIAL
  if (a.phonetic === b.phonetic && a.phonetic.length >= MIN_KEY_LENGTH) return PHONETIC
  if (a.lookalike === b.lookalike && a.lookalike.length >= MIN_KEY_LENGTH) return edited('lookalike', a, b)
  return isTypo(a.text, b.text) ? edited('typo', a, b) : conflict(a, b)
}

/** Two words that exclude each other; what they have in common still counts. */
export function conflict(a: Spelling, b: Spelling): Relation {
  return { kind: 'conflict', loss: 1000 - Math.round(EDIT_LOSS * resemblance(a.text, b.text)) }
}

/** Whether the relation spends one of the few slips that a whole name may contain. */
export function isEdit(relation: Relation): boolean {
  return relation.kind === 'typo' || relation.kind === 'lookalike'
}

function edited(kind: 'lookalike' | 'typo', a: Spelling, b: Spelling): Relation {
  return { kind, loss: Math.round(EDIT_LOSS / Math.max(a.text.length, b.text.length)) }
}

const SINGLE_LETTER = /^[a-z]$/

function isInitialOf(initial: string, name: string): boolean {
  return SINGLE_LETTER.test(initial) && name.length > 1 && name.startsWith(initial)
}

/** Share of letters that two words have in common at their ends: cheap, and enough to rank conflicts. */
function resemblance(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return (start + end) / Math.max(a.length, b.length)
}
