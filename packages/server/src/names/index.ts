export type { ComparedComponent } from './align.ts'
export { comparePersonNames, comparePrepared, type NameComparison, type NameVerdict } from './compare.ts'
export { compareLegalNames, comparePreparedLegal } from './compare-legal-names.ts'
export { foldName, MAX_NAME_LENGTH } from './fold.ts'
export { isGenderCounterpart } from './gender-counterpart.ts'
export { LEGAL_FORM_PHRASES } from './legal-forms.ts'
export { type PreparedName, prepareName } from './prepare.ts'
export { type PreparedLegalName, prepareLegalName } from './prepare-legal-name.ts'
export type { RelationKind } from './relate.ts'
export {
  AMBIGUOUS_PARTICLES,
  HONORIFICS,
  MARRIAGE_TERMS,
  PARTICLES,
  TRAILING_HONORIFICS,
} from './word-lists.ts'
export { splitWords, type Word } from './words.ts'
