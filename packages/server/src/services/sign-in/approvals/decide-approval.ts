import { answeredApproval, approvalAnswer, closed, numberOfApproval, rightNumber } from '@nani/contract'
import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import Type, { type Static } from 'typebox'
import {
  actingCitizen,
  deviceSignatureOf,
  imageBytes,
  maxImageBytes,
} from '../../../citizens/citizen-devices/index.ts'
import { type ActContext, defineAct, requestFacts } from '../../../gateway/acts/index.ts'
import { type ApprovalNeeds, factsOf, handleOf } from './approval-needs.ts'
import type { DeclinedBecause } from './citizen-audit.ts'
import { textOfRow } from './list-approvals.ts'
import { requireFewOtherFaces } from './other-faces.ts'
import { readPending } from './pending-rows.ts'
import { isShownNumber } from './typed-number.ts'
import { type Deciding, type SignedApproval, writeApproval, writeDecline } from './write-decision.ts'

type WithRequest = { id: string; request: Static<typeof requestFacts> }

/** The request that waits for the citizen. */
const pendingOf = async (actor: Actor, input: WithRequest, needs: ApprovalNeeds): Promise<Deciding> => {
  const citizen = actingCitizen(actor, needs)
  const row = await readPending(needs.pool, citizen, handleOf(input))
  if (!row) throw new Refusal('approval_ended')
  return { citizen, row, facts: factsOf(input) }
}

const numberInput = Type.Object({ ...numberOfApproval.properties, request: requestFacts }, closed)
type NumberContext = ActContext<Static<typeof numberInput>, ApprovalNeeds, Deciding>

/**
 * Compares the typed number before the camera opens. The approval compares it again. A wrong number ends the request, so
 * that each request has one attempt.
 */
export const checkNumber = defineAct({
  name: 'sign_ins.check_number',
  sentence: {
    en: 'Types the number of the page of a sign-in',
    fr: 'Saisit le numéro de la page d’une connexion',
  },
  actors: { citizen: true },
  input: numberInput,
  output: rightNumber,
  refusals: ['invalid_request', 'approval_ended', 'number_wrong'],
  routes: { citizen: 'POST /approvals/{id}/number' },
  async prepare({ actor, input, needs }: Omit<NumberContext, 'client' | 'prepared'>) {
    const deciding = await pendingOf(actor, input, needs)
    if (isShownNumber(deciding.row, input.number))
      await requireFewOtherFaces(needs.pool, deciding.citizen, needs.databases)
    return deciding
  },
  async perform({ client, input, needs, prepared: deciding }: NumberContext) {
    if (!isShownNumber(deciding.row, input.number)) {
      const declined = await writeDecline(client, deciding, 'number_wrong', needs)
      return { ...declined, result: { status: 'number_right' as const } }
    }
    return {
      result: { status: 'number_right' as const },
      entry: { subject: deciding.row.request_id, after: { number: 'right' } },
    }
  },
})

const answerInput = Type.Object({ ...approvalAnswer.properties, request: requestFacts }, closed)
type AnswerInput = Static<typeof answerInput>
type Decision = { deciding: Deciding } & (
  | { outcome: DeclinedBecause }
  | { outcome: 'approved'; signed: SignedApproval }
)
type AnswerContext = ActContext<AnswerInput, ApprovalNeeds, Decision>

/**
 * Answers a sign-in. An approval needs the number of the page, the signature of the device over what was shown, and the
 * face of the citizen. The first answer of any device is final.
 */
export const answerSignIn = defineAct({
  name: 'sign_ins.answer',
  sentence: { en: 'Approves or refuses a sign-in', fr: 'Approuve ou refuse une connexion' },
  actors: { citizen: true },
  input: answerInput,
  output: answeredApproval,
  refusals: [
    ...(['invalid_request', 'payload_too_large', 'approval_ended', 'number_wrong'] as const),
    ...(['signature_wrong', 'face_capture', 'face_not_recognised', 'busy', 'faces_not_ready'] as const),
  ],
  routes: { citizen: 'POST /approvals/{id}' },
  maxBodyBytes: maxImageBytes,
  async prepare({ actor, input, needs }: Omit<AnswerContext, 'client' | 'prepared'>): Promise<Decision> {
    if (input.decision === 'approve') return decideApproval(actor, input, needs)
    return { deciding: await pendingOf(actor, input, needs), outcome: 'declined' }
  },
  perform({ client, needs, prepared: { deciding, ...decision } }: AnswerContext) {
    return decision.outcome === 'approved'
      ? writeApproval(client, deciding, decision.signed, needs)
      : writeDecline(client, deciding, decision.outcome, needs)
  },
})

/** Checks first what costs least. */
const decideApproval = async (actor: Actor, input: AnswerInput, needs: ApprovalNeeds): Promise<Decision> => {
  const { number, image: photograph } = input
  if (number === undefined || photograph === undefined)
    throw new Refusal('value_invalid', 'An approval needs the number, a signature and a photograph.')
  const signature = deviceSignatureOf(input)
  const image = imageBytes(photograph)
  const deciding = await pendingOf(actor, input, needs)
  const { citizen, row } = deciding
  if (!isShownNumber(row, number)) return { deciding, outcome: 'number_wrong' }
  const text = textOfRow(row, citizen, needs.approvalKey)
  const checked = await needs.citizenDevices.signedBy(citizen, { text, signature, app: needs.app() })
  if (!checked) throw new Refusal('signature_wrong')
  await requireFewOtherFaces(needs.pool, citizen, needs.databases)
  const face = await needs.citizenFaces.check(citizen.svcId, image, citizen.environment)
  if (face.result === 'capture_fault') throw new Refusal('face_capture', { fault: face.fault })
  const compared = { ...deciding, calibrationId: face.calibrationId }
  if (face.result === 'not_recognised') return { deciding: compared, outcome: face.why }
  const { similarity } = face
  return { deciding: compared, outcome: 'approved', signed: { text, signature, similarity, ...checked } }
}
