export { type ActingCitizen, actingCitizen } from './acting-citizen.ts'
export { type CitizenDevices, devicesFromHome } from './citizen-devices.ts'
export type { DeviceNeeds, EnrolledDevice, GuessedCodes } from './device-needs.ts'
export { deviceActs } from './devices/device-acts.ts'
export { deviceSignatureOf, imageBytes, maxImageBytes } from './devices/device-fields.ts'
export type { AppOrigin, DeviceSignature, OfferedKey } from './devices/device-key.ts'
export { hashOfText, signedText } from './devices/device-signature.ts'
export { hasDevice } from './devices/device-statements.ts'
export { confirmNotices, listDevices } from './devices/list-devices.ts'
export { findByMessage, revokeByMessage, revokeDevice } from './devices/revoke-device.ts'
export { challengeDevice, openDeviceSession } from './devices/sign-in-device.ts'
export { accessLost, createEndAccess } from './end-access.ts'
export { endSession } from './end-session.ts'
export { checkCode } from './enrolment/check-code.ts'
export { checkFace } from './enrolment/check-face.ts'
export { enrolDevice } from './enrolment/enrol-device.ts'
export { resumeEnrolment } from './enrolment/resume-enrolment.ts'
export { startEnrolment } from './enrolment/start-enrolment.ts'
export { stranger } from './enrolment/stranger.ts'
export { type FaceCheck, type FaceResult, faceThreshold } from './face-check.ts'
export { canIdentify, canSignIn, environmentOf, findCitizen, isMinor } from './find-citizen.ts'
export { type HistoryPage, type HistoryRow, microsecondsOf, timeOf } from './history.ts'
export { citizenDevicesModule } from './module.ts'
export {
  hasSubscription,
  type PushDevice,
  type PushSubscription,
  type PushSubscriptions,
  removeSubscription,
  writeSubscription,
} from './push-subscriptions.ts'
export { readMe } from './read-me.ts'
export type { CitizenSession } from './sessions.ts'
export { changeSettings, claimAccessNotices } from './settings-of-citizen.ts'
