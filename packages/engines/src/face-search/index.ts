export { chooseFaceSearch } from './choose-face-search.ts'
export type {
  EnrolledTemplate,
  FaceCandidate,
  FaceSearch,
  TemplateChange,
  TemplateSource,
} from './face-search.ts'
export {
  crowdSize,
  type IdentificationRule,
  type IdentityCandidate,
  identify,
  ruleOfTheLead,
} from './identify.ts'
export { maxCandidates, openFaceSearch } from './open-face-search.ts'
export { faceSearchSettings } from './settings.ts'
