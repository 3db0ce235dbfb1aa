import type { KeyObject } from 'node:crypto'
import { type CodeDependencies, createCheckCode } from './check-code.ts'
import { createCheckEnrolmentFace, createRequireFaceStep } from './check-face.ts'
import { readOwnCitizen, shownCitizen } from './describe-citizen.ts'
import type { Database } from './device-row.ts'
import { createSignedBy, createSigningOptions } from './device-signature.ts'
import { writeNoticesSeen, writeSigned } from './device-statements.ts'
import { createEnrolDevice, type EnrolDependencies } from './enrol-device.ts'
import type { FaceCheck } from './face-check.ts'
import { createListDevices } from './list-devices.ts'
import { createPushSubscriptions } from './push-subscriptions.ts'
import { createResumeEnrolment } from './resume-enrolment.ts'
import { createFindByMessage, createRevokeByMessage, createRevokeDevice } from './revoke-device.ts'
import { type CitizenSession, createEndSession, createReadSession } from './sessions.ts'
import { type CitizenSettings, readCitizenSettings, writeCitizenSettings } from './settings-of-citizen.ts'
import { createChallenge, createSignInDevice } from './sign-in-device.ts'
import { createStartEnrolment } from './start-enrolment.ts'

export type DevicesDependencies = CodeDependencies &
  EnrolDependencies & { checkFace: FaceCheck; challengeKey: KeyObject }

/** The use cases of the devices of citizens. */
export type CitizenDevices = ReturnType<typeof createCitizenDevices>

export const createCitizenDevices = (dependencies: DevicesDependencies) => {
  const { pool } = dependencies
  return {
    startEnrolment: createStartEnrolment(dependencies),
    resumeEnrolment: createResumeEnrolment(dependencies),
    checkCode: createCheckCode(dependencies),
    requireFaceStep: createRequireFaceStep(dependencies),
    checkFace: createCheckEnrolmentFace(dependencies),
    enrol: createEnrolDevice(dependencies),
    challenge: createChallenge(dependencies),
    signIn: createSignInDevice(dependencies),
    readSession: createReadSession(dependencies),
    endSession: createEndSession(dependencies),
    /** The citizen of a session, as the register knows them now. */
    describe: async ({ actor, environment }: Pick<CitizenSession, 'actor' | 'environment'>) =>
      shownCitizen(await readOwnCitizen(actor.svcId, environment, dependencies.register), environment),
    list: createListDevices(dependencies),
    revoke: createRevokeDevice(dependencies),
    revokeByMessage: createRevokeByMessage(dependencies),
    findByMessage: createFindByMessage(dependencies),
    confirmNotices: ({ citizen, device }: CitizenSession) => writeNoticesSeen(pool, citizen, device.id),
    readSettings: (citizen: Buffer) => readCitizenSettings(pool, citizen),
    writeSettings: (citizen: Buffer, settings: CitizenSettings) =>
      writeCitizenSettings(pool, citizen, settings),
    signedBy: createSignedBy(dependencies),
    /** Writes that the device of a session signed, in the transaction of what it signed. */
    writeSigned: (client: Database, { citizen, device }: CitizenSession, signCount: number) =>
      writeSigned(client, { citizen, device_id: device.id }, signCount),
    signingOptions: createSigningOptions(dependencies),
    push: createPushSubscriptions(dependencies),
  }
}
