export { comparePersonNames, comparePrepared, type NameVerdict } from './compare.ts'
export { compareLegalNames } from './compare-legal-names.ts'
export { foldName, maxNameLength, spaceInvisible } from './fold.ts'
export { isGenderCounterpart } from './gender-counterpart.ts'
export { legalFormPhrases } from './legal-forms.ts'
export { disguisedKey, isMisreadable, lookalikeKey } from './lookalike.ts'
export { type PreparedName, prepareName } from './prepare.ts'
export { splitWords, type Word } from './split-words.ts'
export {
  ambiguousParticles,
  honorifics,
  marriageTerms,
  particles,
  titlesThatAreNames,
  trailingHonorifics,
} from './word-lists.ts'
