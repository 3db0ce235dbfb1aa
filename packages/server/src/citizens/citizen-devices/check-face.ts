import { type Clock, Refusal } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { writeAct } from '../../app/audit/index.ts'
import { sha256 } from './codes.ts'
import { citizenContext } from './device-row.ts'
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
import type { FaceCheck } from './face-check.ts'
import { DeviceRefused } from './refused.ts'
import type { EnrolmentDependencies } from './start-enrolment.ts'

type Dependencies = Pick<EnrolmentDependencies, 'pool' | 'random' | 'vault'> & {
  clock: Clock
  checkFace: FaceCheck
}

const maxFailedFacesPerDay = 5
const retryAfterSeconds = 3_600
const challengeBytes = 32
/** The service and the reason of the comparison in the audit log. */
const audited = { service: 'sso_login', reason: 'Enrolment of a device by its citizen' }

/**
 * Compares a photograph with the enrolled portrait. Only a caller with the code of the telephone gets here, so that the
 * bound of a day locks out no one whose telephone is safe. Returns the challenge that the key of the device signs.
 */
export const createCheckEnrolmentFace =
  (dependencies: Dependencies) =>
  async (id: string, image: Buffer): Promise<{ challenge: Buffer; citizen: Buffer }> => {
    const { pool, random } = dependencies
    const hash = sha256(id)
    const enrolment = await requireFaceStep(pool, id)
    await inTransaction(pool, (client) => beginCheck(client, enrolment))
    const checked = await analyse(enrolment, image, dependencies)
    if (checked.result === 'capture_fault') {
      await endCheck(pool, hash, { isAnalysed: true })
      throw new DeviceRefused({ code: 'face_capture', fault: checked.fault })
    }
    const challenge = random.bytes(challengeBytes)
    const isRecognised = checked.result === 'recognised'
    const written = await inTransaction(pool, async (client) => {
      const happened = isRecognised
        ? await writeFacePassed(client, hash, challenge)
        : await writeFaceFailed(client, hash)
      if (happened) await writeComparison(client, enrolment, checked, dependencies)
      return happened
    })
    if (!isRecognised) throw new DeviceRefused({ code: 'face_not_recognised' })
    if (!written) throw new DeviceRefused({ code: 'enrolment_ended' })
    return { challenge, citizen: enrolment.citizen }
  }

/**
 * Uses up a photograph. One of a citizen is compared at a time: many at the same time would all pass the bound of a day,
 * also those of several enrolments.
 */
const beginCheck = async (client: pg.PoolClient, enrolment: EnrolmentRow): Promise<void> => {
  await lockCitizen(client, enrolment.citizen)
  // Asked first: a comparison that ends between the two statements is then counted as a failure.
  if (await isChecking(client, enrolment.citizen))
    throw new Refusal('overloaded', { retry_after: 1 }, 'another photograph of the citizen is compared')
  await requireFewFailures(client, enrolment)
  if (!(await takeCapture(client, enrolment.enrolment_hash)))
    throw new DeviceRefused({ code: 'enrolment_ended' })
}

const requireFewFailures = async (
  database: Pick<pg.ClientBase, 'query'>,
  { citizen }: EnrolmentRow,
): Promise<void> => {
  if ((await countFailedFaces(database, citizen)) >= maxFailedFacesPerDay)
    throw new DeviceRefused({ code: 'too_many_attempts', retry_after: retryAfterSeconds })
}

/** The enrolment whose next step is the face. It is asked before a photograph is read, and again with it. */
const requireFaceStep = async (pool: Dependencies['pool'], id: string): Promise<EnrolmentRow> => {
  const enrolment = await readEnrolment(pool, sha256(id), 'face')
  if (!enrolment) throw new DeviceRefused({ code: 'enrolment_ended' })
  await requireFewFailures(pool, enrolment)
  return enrolment
}

export const createRequireFaceStep =
  ({ pool }: Pick<Dependencies, 'pool'>) =>
  async (id: string): Promise<void> => {
    await requireFaceStep(pool, id)
  }

const analyse = async (enrolment: EnrolmentRow, image: Buffer, { pool, vault, checkFace }: Dependencies) => {
  const { enrolment_hash: hash } = enrolment
  const svcId = vault.open(enrolment.sealed_citizen, citizenContext(hash.toString('hex'))).toString()
  try {
    return await checkFace(svcId, image)
  } catch (error) {
    await endCheck(pool, hash, { isAnalysed: false })
    throw error
  }
}

/** The citizen is a pseudonym here: the audit log names no one. */
const writeComparison = (
  client: Parameters<typeof writeAct>[0],
  { citizen, environment }: EnrolmentRow,
  checked: Exclude<Awaited<ReturnType<FaceCheck>>, { result: 'capture_fault' }>,
  { clock }: Dependencies,
) => {
  const outcome = checked.result === 'recognised' ? 'match' : checked.why
  return writeAct(client, {
    actor: { kind: 'citizen', svcId: citizen.toString('hex') },
    action: 'devices.check_face',
    atMs: clock.now(),
    subject: citizen.toString('hex'),
    after: { ...audited, environment, outcome },
  })
}
