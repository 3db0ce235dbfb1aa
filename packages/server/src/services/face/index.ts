export { builtInRoles, requireAcceptedModels } from './accepted-models.ts'
export {
  activateCalibration,
  type CalibrationActivated,
} from './calibrations/activate-calibration.ts'
export { parseCalibration } from './calibrations/calibration-file.ts'
export { readCalibrations } from './calibrations/read-calibrations.ts'
export type { CitizenFaces } from './citizen-faces.ts'
export type { EnrolmentReport, NotEnrolled } from './enrolment/enrol-selfies.ts'
export { enrolFaces, revokeFaces } from './enrolment/enrolment-acts.ts'
export { findPhotographs } from './enrolment/find-photographs.ts'
export { storePortrait } from './enrolment/store-portrait.ts'
export { type EnrolmentSource, enrolmentSources, revokeTemplatesOf } from './enrolment/template-store.ts'
export { faceModule } from './module.ts'
export { faceReasonOpener, faceSecrets } from './open-faces.ts'
export { readReasons } from './read-reasons.ts'
export { listReasons, type ReasonEntry, type ReasonFlag, type ReasonSummary } from './reason-report.ts'
export { writeReason } from './reasons.ts'
