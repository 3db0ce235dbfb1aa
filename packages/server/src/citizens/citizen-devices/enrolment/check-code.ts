import { enrolmentCode, rightCode } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { countedRefusal, defineAct } from '../../../gateway/acts/index.ts'
import type { DeviceContext, DeviceNeeds, DevicePreparation } from '../device-needs.ts'
import { causedBy, mayTry, retryAfterSeconds } from './caused-by-networks.ts'
import { reportedWrongCodes } from './code-limits.ts'
import { claimReport, counts, isRight, readCode, writeRight, writeWrong } from './code-rows.ts'
import { codeHash, codeIn, sha256 } from './codes.ts'
import { type EnrolmentRow, lockCitizen, readEnrolment } from './enrolment-rows.ts'
import { enrolmentRate } from './stranger.ts'
import { warnCitizen } from './warn-of-guesses.ts'

type CodeAttempt = { code: string; enrolment: EnrolmentRow }

/** Compares the code of the message. A few wrong ones end the enrolment. */
export const checkCode = defineAct({
  name: 'enrolments.check_code',
  sentence: { en: 'Enters the code of the message', fr: 'Saisit le code du message' },
  actors: { system: true },
  unrecorded: 'strangers cause any number of these steps, and nothing of a person changes',
  input: enrolmentCode,
  output: rightCode,
  refusals: ['invalid_request', 'code_wrong', 'code_ended', 'enrolment_ended', 'too_many_attempts'],
  routes: { citizen: 'POST /enrolments/{id}/code' },
  rateLimit: enrolmentRate,
  async prepare({ input, needs }: DevicePreparation<typeof enrolmentCode>): Promise<CodeAttempt> {
    const code = codeIn(input.code)
    if (code === null) throw new Refusal('value_invalid', 'The text is no code.')
    const enrolment = await readEnrolment(needs.pool, sha256(input.id), 'code')
    if (!enrolment) throw new Refusal('enrolment_ended')
    return { code, enrolment }
  },
  turn: ({ needs, prepared }, run) => needs.takeTurn(prepared.enrolment.citizen, run),
  async perform({ client, needs, prepared }: DeviceContext<typeof enrolmentCode, CodeAttempt>) {
    const { code, enrolment } = prepared
    const { refusal, isReported } = await tryCode(client, enrolment, code, needs)
    const subject = enrolment.enrolment_hash.toString('hex')
    const afterCommit = () => (isReported ? reportGuesses(enrolment, needs) : undefined)
    if (refusal) {
      const entry = { subject, after: { refused: refusal.code } }
      return countedRefusal(refusal, { entry, afterCommit })
    }
    return { result: { next: 'face' as const }, entry: { subject, after: { next: 'face' } }, afterCommit }
  },
})

const reportGuesses = async (enrolment: EnrolmentRow, needs: DeviceNeeds): Promise<void> => {
  await warnCitizen(enrolment, needs)
  needs.sms.wake()
  needs.codesGuessed.send({ citizen: enrolment.citizen, environment: enrolment.environment })
}

type CodeResult = { refusal: Refusal | null; isReported: boolean }

/** A refusal is returned, not thrown: what was counted is committed. */
const tryCode = async (
  client: pg.PoolClient,
  enrolment: EnrolmentRow,
  code: string,
  dependencies: DeviceNeeds,
): Promise<CodeResult> => {
  const { enrolment_hash: enrolmentHash, citizen, code_id: codeId, environment } = enrolment
  const refused = (refusal: Refusal): CodeResult => ({ refusal, isReported: false })
  await lockCitizen(client, citizen)
  const row = await readCode(client, enrolmentHash)
  if (!row) return refused(new Refusal('enrolment_ended'))
  if (!counts(row)) return refused(new Refusal('code_ended'))
  if (!mayTry(await causedBy(client, enrolment, null), environment))
    return refused(new Refusal('too_many_attempts', { retry_after: retryAfterSeconds }))
  if (isRight(row, codeHash(dependencies.codeKey, codeId, code))) {
    await writeRight(client, enrolmentHash)
    return { refusal: null, isReported: false }
  }
  const left = await writeWrong(client, { enrolmentHash, citizen, codeId })
  const isReported = await claimReport(client, { enrolmentHash, citizen, atLeast: reportedWrongCodes })
  if (isReported) {
    const details = { wrong_codes: reportedWrongCodes, minutes: 60 }
    await dependencies.detection.raise(client, { kind: 'codes_guessed', details })
  }
  const refusal =
    left > 0 ? new Refusal('code_wrong', { attempts_left: left }) : new Refusal('enrolment_ended')
  return { refusal, isReported }
}
