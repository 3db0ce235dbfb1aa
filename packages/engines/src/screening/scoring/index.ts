export { defaultThreshold, leastRawScore } from './calibration.ts'
export { type FamilyKind, familyKind } from './families.ts'
export { hasTooManyWords, readingsOf } from './name-readings.ts'
export {
  type Extent,
  maxTokens,
  mayBePart,
  mayBeWhole,
  nameOf,
  type PreparedName,
  prepareName,
} from './prepare-name.ts'
export { maxTokenLength, maxWords } from './read-words.ts'
export {
  canBe,
  type EntryScore,
  leastNameScore,
  type PreparedEntry,
  type PreparedSubject,
  prepareEntry,
  prepareSubject,
  scoreEntry,
} from './score-entry.ts'
export { type NameScore, rawNameScore, scoreNames, type WeightOf } from './score-names.ts'
export { isArticle, makeToken, type NameToken, roleOf, type TokenRole, traitsOf } from './token.ts'
export { tokenOf } from './token-cache.ts'
export { minSimilarity, tokenSimilarity } from './token-similarity.ts'
