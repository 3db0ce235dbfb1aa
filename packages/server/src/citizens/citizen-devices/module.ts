import { type Channel, createChannel, errorLine } from '@nani/foundation/core/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { subjectKeyOf } from '../../app/audit/index.ts'
import { createPhoneHolders, type Register } from '../../register/register/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import type { Sms, SmsUse } from '../sms/index.ts'
import { createCitizenDevices } from './citizen-devices.ts'
import type { EnrolledDevice, GuessedCodes } from './device-needs.ts'
import { createTurnsOfStrangers } from './enrolment/turns-of-strangers.ts'
import type { FaceCheck } from './face-check.ts'
import { forgetEnded } from './retention.ts'

type Needs = Pick<
  Platform,
  'pool' | 'registerPool' | 'clock' | 'random' | 'newId' | 'vaultFor' | 'rootKey' | 'log'
> & {
  register: Pick<Register, 'findCitizen'>
  sms: Sms
  smsHalfUsed: Channel<SmsUse>
  detection: Pick<Detection, 'raise'>
  citizenFaces: { check: FaceCheck }
}

/** The devices with which citizens approve, and their sessions. */
export const citizenDevicesModule = defineModule({
  name: 'citizen devices',
  open(needs: Needs) {
    const { pool, clock, random, newId, vaultFor, rootKey, log } = needs
    const { register, sms, smsHalfUsed, detection, citizenFaces } = needs
    // The module of messages is below the one of alarms.
    smsHalfUsed.subscribe(({ used, bound }) => {
      detection
        .raise(pool, { kind: 'messages_half_used', details: { sent: used, bound } })
        .catch((error) => log(`citizen devices: ${errorLine(error)}`, 'error'))
    })
    /** The devices of the citizen receive a warning. */
    const codesGuessed = createChannel<GuessedCodes>()
    /** The other devices of the citizen receive a report. */
    const deviceEnrolled = createChannel<EnrolledDevice>()
    const citizenDevices = createCitizenDevices({
      ...{ pool, clock, random, newId, register, sms, detection, deviceEnrolled, codesGuessed },
      phones: createPhoneHolders(needs.registerPool),
      vault: vaultFor('citizen-devices'),
      subjectKey: subjectKeyOf(rootKey),
      codeKey: deriveKey(rootKey, 'device-codes'),
      challengeKey: deriveKey(rootKey, 'device-session-challenges'),
      checkFace: citizenFaces.check,
      takeTurn: createTurnsOfStrangers(),
    })
    return { provides: { citizenDevices, deviceEnrolled, codesGuessed }, retention: [forgetEnded] }
  },
})
