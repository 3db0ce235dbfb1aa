export { BOUNDARY, leastRawScore } from './calibration.ts'
export { type FamilyKind, familyKind } from './families.ts'
export { MAX_TOKEN_LENGTH, MAX_TOKENS, nameOf, type PreparedName, prepareName } from './prepare-name.ts'
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
export { MIN_SIMILARITY, tokenSimilarity } from './token-similarity.ts'
