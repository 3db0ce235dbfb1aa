import { checkCode } from './check-code.ts'
import { checkFace } from './check-face.ts'
import { endSession } from './end-session.ts'
import { enrolDevice } from './enrol-device.ts'
import { confirmNotices, listDevices } from './list-devices.ts'
import { readMe } from './read-me.ts'
import { resumeEnrolment } from './resume-enrolment.ts'
import { findByMessage, revokeByMessage, revokeDevice, revokeLostDevice } from './revoke-device.ts'
import { changeSettings } from './settings-of-citizen.ts'
import { challengeDevice, openDeviceSession } from './sign-in-device.ts'
import { startEnrolment } from './start-enrolment.ts'

/** The acts and readings of this module. */
export const deviceActs = [
  ...[startEnrolment, resumeEnrolment, checkCode, checkFace, enrolDevice],
  ...[challengeDevice, openDeviceSession, endSession],
  ...[findByMessage, revokeByMessage, revokeDevice, revokeLostDevice],
  ...[readMe, changeSettings, listDevices, confirmNotices],
] as const
