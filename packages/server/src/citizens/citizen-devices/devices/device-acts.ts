import { endSession } from '../end-session.ts'
import { checkCode } from '../enrolment/check-code.ts'
import { checkFace } from '../enrolment/check-face.ts'
import { enrolDevice } from '../enrolment/enrol-device.ts'
import { resumeEnrolment } from '../enrolment/resume-enrolment.ts'
import { startEnrolment } from '../enrolment/start-enrolment.ts'
import { readMe } from '../read-me.ts'
import { changeSettings } from '../settings-of-citizen.ts'
import { confirmNotices, listDevices } from './list-devices.ts'
import { findByMessage, revokeByMessage, revokeDevice, revokeLostDevice } from './revoke-device.ts'
import { challengeDevice, openDeviceSession } from './sign-in-device.ts'

/** The acts and readings of this module. */
export const deviceActs = [
  ...[startEnrolment, resumeEnrolment, checkCode, checkFace, enrolDevice],
  ...[challengeDevice, openDeviceSession, endSession],
  ...[findByMessage, revokeByMessage, revokeDevice, revokeLostDevice],
  ...[readMe, changeSettings, listDevices, confirmNotices],
] as const
