export { chooseFaceSearch } from './choose-face-search.ts'
export type {
  EnrolledTemplate,
  FaceCandidate,
  FaceSearch,
  TemplateChange,
  TemplateSource,
} from './face-search.ts'
export { type IdentityCandidate, identificationMargin, identify } from './identify.ts'
export { maxCandidates, openFaceSearch } from './open-face-search.ts'
export { type FaceSearchSettings, faceSearchSettings } from './settings.ts'
