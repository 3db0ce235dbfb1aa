import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { AppOrigin, CitizenSession, DeviceSignature } from '../../../citizens/citizen-devices/index.ts'
import { followersOf } from '../answers.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import type { Handle } from '../handles.ts'
import type { RequestRow } from '../requests.ts'
import { writeAnswer } from '../write-requests.ts'
import { ApprovalRefused } from './approval-refused.ts'
import { type CitizenAct, type DeclinedBecause, originOf, writeCitizenAudit } from './citizen-audit.ts'
import { writeEvidence } from './evidence.ts'
import { handleOfRow, textOfRow } from './list-approvals.ts'
import { type PendingRow, readPending } from './pending-rows.ts'
import { isShownNumber } from './typed-number.ts'

type Dependencies = Pick<
  SignInDependencies,
  'pool' | 'reads' | 'clock' | 'vault' | 'announce' | 'approvalKey' | 'citizenDevices' | 'citizenFaces'
>

export type Approving = { number: number; signature: DeviceSignature; image: Buffer; app: AppOrigin }

/** Who decides, and what about. */
type Deciding = CitizenAct & { row: PendingRow }

const reasonOfFace = 'Approval of a sign-in by its citizen'

export const createDecline =
  (dependencies: Dependencies) =>
  async (session: CitizenSession, handle: Handle, facts: RequestFacts): Promise<void> => {
    const row = await pendingOf(session, handle, dependencies)
    await decline({ session, row, facts }, 'declined', dependencies)
  }

/** A wrong number ends the request, so that each request has one attempt. */
const requireShownNumber = async (
  deciding: Deciding,
  typed: number,
  dependencies: Dependencies,
): Promise<void> => {
  if (isShownNumber(deciding.row, typed)) return
  await decline(deciding, 'number_wrong', dependencies)
  throw new ApprovalRefused({ code: 'number_wrong' })
}

/** Compares the typed number before the camera opens. The approval compares it again. */
export const createCheckNumber =
  (dependencies: Dependencies) =>
  async (session: CitizenSession, handle: Handle, typed: number, facts: RequestFacts): Promise<void> => {
    const row = await pendingOf(session, handle, dependencies)
    await requireShownNumber({ session, row, facts }, typed, dependencies)
  }

/**
 * Approves a request: the number of its page, the signature of the device over what was shown, and the face of the
 * citizen. What costs least is checked first. The first answer of any device is final.
 */
export const createApprove =
  (dependencies: Dependencies) =>
  async (
    session: CitizenSession,
    handle: Handle,
    approving: Approving,
    facts: RequestFacts,
  ): Promise<void> => {
    const { citizenDevices, citizenFaces, approvalKey } = dependencies
    const row = await pendingOf(session, handle, dependencies)
    const deciding = { session, row, facts }
    await requireShownNumber(deciding, approving.number, dependencies)
    const text = textOfRow(row, session, approvalKey)
    const signed = await citizenDevices.signedBy(session, { text, ...approving })
    if (!signed) throw new ApprovalRefused({ code: 'signature_wrong' })
    const face = await citizenFaces.check(session.actor.svcId, approving.image)
    if (face.result === 'capture_fault')
      throw new ApprovalRefused({ code: 'face_capture', fault: face.fault })
    if (face.result === 'not_recognised') {
      await decline(deciding, face.why, dependencies)
      throw new ApprovalRefused({ code: 'face_not_recognised' })
    }
    const { similarity } = face
    await approve(deciding, { text, signature: approving.signature, similarity, ...signed }, dependencies)
  }

const pendingOf = async (
  session: CitizenSession,
  handle: Handle,
  { pool }: Dependencies,
): Promise<PendingRow> => {
  const row = await readPending(pool, session, handle)
  if (!row) throw new ApprovalRefused({ code: 'approval_ended' })
  return row
}

/** The page of the request and the apps of the citizen hear of the decision once it is written. */
const writeDecision = async (
  { pool, reads, announce }: Dependencies,
  write: (client: pg.PoolClient) => Promise<RequestRow>,
): Promise<void> => {
  const answered = await inTransaction(pool, write)
  reads.remember.answered(answered)
  announce(...followersOf(answered))
}

const decline = (deciding: Deciding, outcome: DeclinedBecause, dependencies: Dependencies): Promise<void> =>
  writeDecision(dependencies, async (client) => {
    const answered = await writeAnswer(client, handleOfRow(deciding.row), { answer: 'declined' })
    if (!answered) throw new ApprovalRefused({ code: 'approval_ended' })
    await writeCitizenAudit(client, deciding, outcome, dependencies.clock)
    if (outcome === 'liveness_failed' || outcome === 'no_match')
      await writeReason(client, deciding, outcome, dependencies)
    return answered
  })

type Approved = { text: string; signature: DeviceSignature; similarity: number; signCount: number }

const approve = (
  deciding: Deciding,
  { signCount, ...shown }: Approved,
  dependencies: Dependencies,
): Promise<void> =>
  writeDecision(dependencies, async (client) => {
    const { session, row } = deciding
    const handle = handleOfRow(row)
    // The window may have ended during the face check, or another device was faster.
    const approvedWith = session.device.kind === 'webauthn' ? 'hwk' : 'swk'
    const answered = await writeAnswer(client, handle, { answer: 'approved', approvedWith })
    if (!answered) throw new ApprovalRefused({ code: 'approval_ended' })
    if (!(await dependencies.citizenDevices.writeSigned(client, session, signCount)))
      throw new ApprovalRefused({ code: 'signature_wrong' })
    const { citizen, environment, device } = session
    const evidence = { ...handle, ...shown, citizen, environment, deviceId: device.id }
    await writeEvidence(client, evidence, dependencies.vault)
    await writeCitizenAudit(client, deciding, 'approved', dependencies.clock)
    await writeReason(client, deciding, 'match', dependencies)
    return answered
  })

const writeReason = (
  client: pg.PoolClient,
  { row, facts }: Deciding,
  outcome: string,
  { clock, citizenFaces }: Dependencies,
): Promise<void> =>
  citizenFaces.writeReason(
    client,
    { reason: reasonOfFace, mode: 'verification', outcome },
    {
      applicationId: row.application_id,
      resultId: row.request_id,
      nowMs: clock.now(),
      origin: originOf(row, facts),
    },
  )
