export { defaultThreshold, leastRawScore } from './calibration.ts'
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
export { minExchanged } from './words/exchanged-parts.ts'
export { type FamilyKind, familyKind } from './words/families.ts'
export { maxTokenLength, maxWords } from './words/read-words.ts'
export { isArticle, makeToken, type NameToken, roleOf, type TokenRole, traitsOf } from './words/token.ts'
export { tokenOf } from './words/token-cache.ts'
export { minSimilarity, tokenSimilarity } from './words/token-similarity.ts'
