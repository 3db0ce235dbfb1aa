import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import type { DeviceSignature } from '../../../citizens/citizen-devices/index.ts'
import { type ActResult, countedRefusal } from '../../../gateway/acts/index.ts'
import { followersOf } from '../requests/answers.ts'
import type { RequestRow } from '../requests/requests.ts'
import { writeAnswer } from '../requests/write-requests.ts'
import type { ApprovalNeeds } from './approval-needs.ts'
import { type CitizenAct, type DeclinedBecause, originOf, writeCitizenAudit } from './citizen-audit.ts'
import { writeEvidence } from './evidence.ts'
import { handleOfRow } from './list-approvals.ts'
import { writeOtherFace } from './other-faces.ts'
import type { PendingRow } from './pending-rows.ts'

/** A decision about a request. `calibrationId`: the fitted calibration of the comparison of faces, if there was one. */
export type Deciding = CitizenAct & { row: PendingRow; calibrationId?: string | null }

const reasonOfFace = 'Approval of a sign-in by its citizen'

/** Writes that a request was refused: by the citizen, or after a number or a face that was not right. */
export const writeDecline = async (
  client: pg.PoolClient,
  deciding: Deciding,
  outcome: DeclinedBecause,
  needs: ApprovalNeeds,
): Promise<ActResult<{ status: 'declined' }>> => {
  const answered = await writeAnswer(client, handleOfRow(deciding.row), { answer: 'declined' })
  if (!answered) throw new Refusal('approval_ended')
  await writeCitizenAudit(client, deciding, outcome, needs.clock)
  if (outcome === 'liveness_failed' || outcome === 'no_match') {
    await writeOtherFace(client, handleOfRow(deciding.row), deciding.citizen)
    await writeReason(client, deciding, outcome, needs)
  }
  const entry = { subject: deciding.row.request_id, after: { status: 'declined', because: outcome } }
  const performed = { entry, afterCommit: () => announceAnswer(answered, needs) }
  switch (outcome) {
    case 'declined':
      return { ...performed, result: { status: 'declined' } }
    case 'number_wrong':
      return countedRefusal(new Refusal('number_wrong'), performed)
    default:
      return countedRefusal(new Refusal('face_not_recognised'), performed)
  }
}

export type SignedApproval = {
  text: string
  signature: DeviceSignature
  similarity: number
  signCount: number
  kind: 'webauthn' | 'webcrypto'
}

/** Writes an approval with its evidence. The first answer of any device is final. */
export const writeApproval = async (
  client: pg.PoolClient,
  deciding: Deciding,
  { signCount, kind, ...shown }: SignedApproval,
  needs: ApprovalNeeds,
): Promise<ActResult<{ status: 'approved' }>> => {
  const { citizen: acting, row } = deciding
  const handle = handleOfRow(row)
  // The window may have ended during the face check, or another device was faster.
  const approvedWith = kind === 'webauthn' ? 'hwk' : 'swk'
  const answered = await writeAnswer(client, handle, { answer: 'approved', approvedWith })
  if (!answered) throw new Refusal('approval_ended')
  if (!(await needs.citizenDevices.writeSigned(client, acting, signCount)))
    throw new Refusal('signature_wrong')
  const { citizen, environment, deviceId } = acting
  await writeEvidence(client, { ...handle, ...shown, citizen, environment, deviceId }, needs.vault)
  await writeCitizenAudit(client, deciding, 'approved', needs.clock)
  await writeReason(client, deciding, 'match', needs)
  return {
    result: { status: 'approved' },
    entry: { subject: row.request_id, after: { status: 'approved' } },
    afterCommit: () => announceAnswer(answered, needs),
  }
}

/** The page of the request and the apps of the citizen hear of the decision once it is written. */
const announceAnswer = (answered: RequestRow, { reads, announce }: ApprovalNeeds): void => {
  reads.remember.answered(answered)
  announce(...followersOf(answered))
}

const writeReason = (
  client: pg.PoolClient,
  { row, facts, calibrationId = null }: Deciding,
  outcome: string,
  { clock, citizenFaces }: ApprovalNeeds,
): Promise<void> =>
  citizenFaces.writeReason(
    client,
    { reason: reasonOfFace, mode: 'verification', outcome, calibrationId },
    {
      applicationId: row.application_id,
      resultId: row.request_id,
      nowMs: clock.now(),
      origin: originOf(row, facts),
    },
  )
