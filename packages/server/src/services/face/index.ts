export {
  activateCalibration,
  type CalibrationActivated,
} from './calibrations/activate-calibration.ts'
export { parseCalibration } from './calibrations/calibration-file.ts'
export { type CalibrationVersion, listCalibrations, ofTheModel } from './calibrations/calibration-versions.ts'
export type { CitizenFaces } from './citizen-faces.ts'
export type { EnrolmentReport, NotEnrolled } from './enrolment/enrol-selfies.ts'
export { enrolFaces, revokeFaces } from './enrolment/enrolment-acts.ts'
export { findPhotographs } from './enrolment/find-photographs.ts'
export { type EnrolmentSource, enrolmentSources } from './enrolment/template-store.ts'
export { faceModule } from './module.ts'
export { faceReasonOpener, faceSecrets } from './open-faces.ts'
export {
  listReasons,
  type ReasonEntry,
  type ReasonFlag,
  type ReasonSummary,
  summarizeReasons,
} from './reason-report.ts'
export { writeReason } from './reasons.ts'
