export { builtInRoles, requireAcceptedModels } from './accepted-models.ts'
export { activateCalibration } from './calibrations/activate-calibration.ts'
export { parseCalibration } from './calibrations/calibration-file.ts'
export { declineCalibration } from './calibrations/decline-calibration.ts'
export { readCalibrations } from './calibrations/read-calibrations.ts'
export type { CitizenFaces } from './citizen-faces.ts'
export type { EnrolmentReport, NotEnrolled } from './enrolment/enrol-selfies.ts'
export { enrolFaces, requireSource, revokeFaces } from './enrolment/enrolment-acts.ts'
export { findPhotographs } from './enrolment/find-photographs.ts'
export { storePortrait } from './enrolment/store-portrait.ts'
export { type EnrolmentSource, enrolmentSources, revokeTemplatesOf } from './enrolment/template-store.ts'
export { faceModule, faceOfCellModule } from './module.ts'
export { faceReasonOpener, faceSecrets, type OpenFaces } from './open-faces.ts'
export { readReasons } from './read-reasons.ts'
export {
  listReasons,
  listReasonTexts,
  type ReasonEntry,
  type ReasonFlag,
  type ReasonSummary,
} from './reason-report.ts'
export { writeReason } from './reasons.ts'
