import type { KeyObject } from 'node:crypto'
import type { Environment } from '@nani/contract'
import type { Channel, Clock, IdSource, Random } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Static, TSchema } from 'typebox'
import type { ActContext, ReadingContext } from '../../gateway/acts/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import type { Sms } from '../sms/index.ts'
import type { AppOrigin } from './devices/device-key.ts'
import type { DeviceKind } from './devices/device-row.ts'
import type { TurnsOfStrangers } from './enrolment/turns-of-strangers.ts'
import type { FaceCheck } from './face-check.ts'
import type { CitizenSources } from './find-citizen.ts'

/** A device that was enrolled just now. The others of the citizen receive a report. */
export type EnrolledDevice = {
  citizen: Buffer
  environment: Environment
  deviceId: string
  name: string
  kind: DeviceKind
}

/** A citizen with many wrong codes within an hour. */
export type GuessedCodes = { citizen: Buffer; environment: Environment }

export type DevicesDependencies = CitizenSources & {
  pool: pg.Pool
  clock: Clock
  random: Random
  newId: IdSource
  vault: Vault
  sms: Sms
  detection: Pick<Detection, 'raise'>
  /** The key of the pseudonyms of citizens, as in the audit log. */
  subjectKey: KeyObject
  /** Keys codes, and marks of networks and of unknown identifiers. */
  codeKey: KeyObject
  challengeKey: KeyObject
  /** For the steps before the code is right. */
  takeTurn: TurnsOfStrangers
  checkFace: FaceCheck
  codesGuessed: Channel<GuessedCodes>
  deviceEnrolled: Channel<EnrolledDevice>
}

/** The context of the acts of this module. `app`: the app, as citizens open it. */
export type DeviceNeeds = DevicesDependencies & { app(): AppOrigin }

export type DeviceContext<Input extends TSchema, Prepared = undefined> = ActContext<
  Static<Input>,
  DeviceNeeds,
  Prepared
>
export type DevicePreparation<Input extends TSchema> = Omit<
  DeviceContext<Input, undefined>,
  'client' | 'prepared'
>
export type DeviceReading<Input extends TSchema> = ReadingContext<Static<Input>, DeviceNeeds>
