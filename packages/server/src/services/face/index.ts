export { enrolPhotographs, type Photograph } from './enrolment/enrol-photographs.ts'
export {
  type EnrolmentDependencies,
  type EnrolmentReport,
  enrolSelfies,
  type NotEnrolled,
} from './enrolment/enrol-selfies.ts'
export { findPhotographs, NoPhotographs } from './enrolment/find-photographs.ts'
export { createTemplateSource } from './enrolment/template-source.ts'
export { createTemplateReads, facesChannel, revokeFaces } from './enrolment/template-store.ts'
export { createFetchImage } from './fetch-image.ts'
export {
  listReasons,
  type ReasonEntry,
  type ReasonFlag,
  type ReasonSummary,
  summarizeReasons,
} from './reason-report.ts'
export type { ReasonSecrets } from './reasons.ts'
export { createFaceRecognition, type FaceDependencies } from './service.ts'
export type { Alike, FaceSources } from './sources.ts'
