import { enrolmentFace, recognisedFace } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type Database, inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { countedRefusal, defineAct } from '../../../gateway/acts/index.ts'
import type { DeviceContext, DeviceNeeds, DevicePreparation } from '../device-needs.ts'
import { imageBytes, maxImageBytes } from '../devices/device-fields.ts'
import { registrationOptions } from '../devices/device-key.ts'
import { citizenContext } from '../devices/device-row.ts'
import type { FaceResult } from '../face-check.ts'
import { sha256 } from './codes.ts'
import {
  countFailedFaces,
  type EnrolmentRow,
  endCheck,
  isChecking,
  lockCitizen,
  readEnrolment,
  takeCapture,
  writeFaceFailed,
  writeFacePassed,
} from './enrolment-rows.ts'
import { enrolmentRate } from './stranger.ts'

const maxFailedFacesPerDay = 5
const retryAfterSeconds = 3_600
const challengeBytes = 32
/** The service and the reason of the comparison in the audit log. */
const audited = { service: 'sso_login', reason: 'Enrolment of a device by its citizen' }

type FaceComparison = Exclude<FaceResult, { result: 'capture_fault' }>
type KeyStep = Awaited<ReturnType<typeof keyStep>>
type FaceAttempt = {
  enrolment: EnrolmentRow
  svcId: string
  compared: FaceComparison
  challenge: Buffer
  step: KeyStep
}

/**
 * Compares a photograph with the enrolled portrait. Only a caller with the code of the telephone gets here, so that the
 * bound of a day locks out no one whose telephone is safe. The answer has the challenge that the key of the device signs.
 */
export const checkFace = defineAct({
  name: 'devices.check_face',
  sentence: { en: 'Shows the face to enrol a device', fr: 'Montre le visage pour enrôler un appareil' },
  actors: { system: true },
  input: enrolmentFace,
  output: recognisedFace,
  refusals: [
    ...(['invalid_request', 'payload_too_large', 'face_capture', 'face_not_recognised'] as const),
    ...(['enrolment_ended', 'too_many_attempts', 'busy', 'faces_not_ready'] as const),
  ],
  routes: { citizen: 'POST /enrolments/{id}/face' },
  rateLimit: enrolmentRate,
  maxBodyBytes: maxImageBytes,
  // Strangers send no photograph.
  admit: async ({ id = '' }, needs: DeviceNeeds) => void (await requireFaceStep(needs.pool, id)),
  async prepare({ input, needs }: DevicePreparation<typeof enrolmentFace>): Promise<FaceAttempt> {
    const { pool, random, vault } = needs
    const image = imageBytes(input.image)
    const enrolment = await requireFaceStep(pool, input.id)
    await inTransaction(pool, (client) => beginCheck(client, enrolment))
    const { enrolment_hash: hash } = enrolment
    const svcId = vault.open(enrolment.sealed_citizen, citizenContext(hash.toString('hex'))).toString()
    const compared = await analyse(enrolment, svcId, image, needs)
    if (compared.result === 'capture_fault') {
      await endCheck(pool, hash, { isAnalysed: true })
      throw new Refusal('face_capture', { fault: compared.fault })
    }
    const challenge = random.bytes(challengeBytes)
    const step = await keyStep(challenge, enrolment.citizen, needs)
    return { enrolment, svcId, compared, challenge, step }
  },
  async perform({ client, prepared }: DeviceContext<typeof enrolmentFace, FaceAttempt>) {
    const { enrolment, svcId, compared, challenge, step } = prepared
    const { enrolment_hash: hash, citizen, environment } = enrolment
    const isRecognised = compared.result === 'recognised'
    const isWritten = isRecognised
      ? await writeFacePassed(client, hash, challenge)
      : await writeFaceFailed(client, hash)
    const refusal = new Refusal(isRecognised ? 'enrolment_ended' : 'face_not_recognised')
    if (!isWritten) throw refusal
    const outcome = isRecognised ? 'match' : compared.why
    const performed = {
      provenActor: { kind: 'citizen' as const, svcId },
      entry: {
        subject: citizen.toString('hex'),
        after: { ...audited, environment, outcome, calibration: compared.calibrationId },
      },
    }
    if (!isRecognised) return countedRefusal(refusal, performed)
    return { ...performed, result: { next: 'key' as const, ...step } }
  },
})

/** What the device needs to create its key. */
export const keyStep = async (challenge: Buffer, citizen: Buffer, { app }: Pick<DeviceNeeds, 'app'>) => {
  const webauthn = await registrationOptions(challenge, { userId: citizen, userName: 'Nani' }, app())
  return { challenge: challenge.toString('base64url'), ...(webauthn && { webauthn }) }
}

/**
 * Uses up a photograph. One of a citizen is compared at a time: many at the same time would all pass the bound of a day,
 * also those of several enrolments.
 */
const beginCheck = async (client: pg.PoolClient, enrolment: EnrolmentRow): Promise<void> => {
  await lockCitizen(client, enrolment.citizen)
  // Asked first: a comparison that ends between the two statements is then counted as a failure.
  if (await isChecking(client, enrolment.citizen))
    throw new Refusal(
      'overloaded',
      { retry_after: 1 },
      { detail: 'another photograph of the citizen is compared' },
    )
  await requireFewFailures(client, enrolment)
  if (!(await takeCapture(client, enrolment.enrolment_hash))) throw new Refusal('enrolment_ended')
}

const requireFewFailures = async (database: Database, { citizen }: EnrolmentRow): Promise<void> => {
  if ((await countFailedFaces(database, citizen)) >= maxFailedFacesPerDay)
    throw new Refusal('too_many_attempts', { retry_after: retryAfterSeconds })
}

/** The enrolment whose next step is the face. It is asked before a photograph is read, and again with it. */
const requireFaceStep = async (pool: pg.Pool, id: string): Promise<EnrolmentRow> => {
  const enrolment = await readEnrolment(pool, sha256(id), 'face')
  if (!enrolment) throw new Refusal('enrolment_ended')
  await requireFewFailures(pool, enrolment)
  return enrolment
}

const analyse = async (
  enrolment: EnrolmentRow,
  svcId: string,
  image: Buffer,
  { pool, checkFace }: DeviceNeeds,
) => {
  try {
    return await checkFace(svcId, image, enrolment.environment)
  } catch (error) {
    await endCheck(pool, enrolment.enrolment_hash, { isAnalysed: false })
    throw error
  }
}
