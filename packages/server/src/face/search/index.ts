export type {
  EnrolledTemplate,
  FaceCandidate,
  FaceSearch,
  FaceSearchStats,
  TemplateChange,
  TemplateSource,
} from './face-search.ts'
export { type IdentificationRule, type IdentityCandidate, identify } from './identify.ts'
