export type {
  EnrolledTemplate,
  FaceCandidate,
  FaceSearch,
  FaceSearchStats,
  TemplateChange,
  TemplateSource,
} from './face-search.ts'
export type { GraphOptions } from './graph/live-graph.ts'
export {
  type IdentificationRule,
  type IdentityCandidate,
  identificationMargin,
  identify,
} from './identify.ts'
export { type FaceSearchOptions, mostCandidates, openFaceSearch } from './open-face-search.ts'
export { openQdrantSearch, type QdrantSearchOptions } from './remote/open-qdrant-search.ts'
