import { writeAct } from '../audit/index.ts'
import type { Clock } from '../core/index.ts'
import { inTransaction } from '../storage/index.ts'
import { sha256 } from './codes.ts'
import { citizenContext } from './device-row.ts'
import {
  countFailedFaces,
  type EnrolmentRow,
  readEnrolment,
  returnCapture,
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
    if (!(await takeCapture(pool, hash))) throw new DeviceRefused({ code: 'enrolment_ended' })
    const checked = await analyse(enrolment, image, dependencies)
    if (checked.result === 'capture_fault')
      throw new DeviceRefused({ code: 'face_capture', fault: checked.fault })
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

/** The enrolment whose next step is the face. It is asked before a photograph is read, and again with it. */
const requireFaceStep = async (pool: Dependencies['pool'], id: string): Promise<EnrolmentRow> => {
  const enrolment = await readEnrolment(pool, sha256(id), 'face')
  if (!enrolment) throw new DeviceRefused({ code: 'enrolment_ended' })
  if ((await countFailedFaces(pool, enrolment.citizen)) >= maxFailedFacesPerDay)
    throw new DeviceRefused({ code: 'too_many_attempts', retry_after: retryAfterSeconds })
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
    await returnCapture(pool, hash)
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
