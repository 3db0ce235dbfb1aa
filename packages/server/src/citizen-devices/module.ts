import { subjectKeyOf } from '../audit/index.ts'
import { createChannel } from '../core/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { createPhoneHolders, type Register } from '../register/index.ts'
import type { Sms } from '../sms/index.ts'
import { deriveKey } from '../storage/index.ts'
import { createCitizenDevices } from './citizen-devices.ts'
import type { EnrolledDevice } from './enrol-device.ts'
import type { FaceCheck } from './face-check.ts'
import { forgetEnded } from './retention.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'random' | 'newId' | 'vaultFor' | 'rootKey'> & {
  register: Pick<Register, 'findCitizen'>
  sms: Sms
  citizenFaces: { check: FaceCheck }
}

/** The devices with which citizens approve, and their sessions. */
export const citizenDevicesModule = defineModule({
  name: 'citizen devices',
  open({ pool, clock, random, newId, vaultFor, rootKey, register, sms, citizenFaces }: Needs) {
    /** The other devices of the citizen receive a report. */
    const deviceEnrolled = createChannel<EnrolledDevice>()
    const citizenDevices = createCitizenDevices({
      ...{ pool, clock, random, newId, register, sms, deviceEnrolled },
      phones: createPhoneHolders(pool),
      vault: vaultFor('citizen-devices'),
      subjectKey: subjectKeyOf(rootKey),
      codeKey: deriveKey(rootKey, 'device-codes'),
      checkFace: citizenFaces.check,
    })
    return { provides: { citizenDevices, deviceEnrolled }, retention: [forgetEnded] }
  },
})
