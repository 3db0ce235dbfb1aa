import type { Channel } from '@nani/foundation/core/index.ts'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Detection } from '../../risk/detection/index.ts'
import { causedBy, mayTry, retryAfterSeconds } from './caused-by-networks.ts'
import { reportedWrongCodes } from './code-limits.ts'
import { claimReport, counts, isSame, readCode, writeRight, writeWrong } from './code-rows.ts'
import { codeHash, codeIn, sha256 } from './codes.ts'
import { type EnrolmentRow, lockCitizen, readEnrolment } from './enrolment-rows.ts'
import { type DeviceRefusal, DeviceRefused } from './refused.ts'
import type { EnrolmentDependencies } from './start-enrolment.ts'
import { type GuessedCodes, warnCitizen } from './warn-of-guesses.ts'

export type CodeDependencies = EnrolmentDependencies & {
  codesGuessed: Channel<GuessedCodes>
  detection: Pick<Detection, 'raise'>
}

/** Compares the code of the message. A few wrong ones end the enrolment. Returns false for a text that is no code. */
export const createCheckCode =
  (dependencies: CodeDependencies) =>
  async (id: string, text: string): Promise<boolean> => {
    const { pool, sms, codesGuessed } = dependencies
    const code = codeIn(text)
    if (code === null) return false
    const enrolment = await readEnrolment(pool, sha256(id), 'code')
    if (!enrolment) throw new DeviceRefused({ code: 'enrolment_ended' })
    const { refusal, isReported } = await inTransaction(pool, (client) =>
      tryCode(client, enrolment, code, dependencies),
    )
    if (isReported) {
      await warnCitizen(enrolment, dependencies)
      sms.wake()
      codesGuessed.send({ citizen: enrolment.citizen, environment: enrolment.environment })
    }
    if (refusal) throw new DeviceRefused(refusal)
    return true
  }

type Tried = { refusal: DeviceRefusal | null; isReported: boolean }

/** A refusal is returned, not thrown: what was counted is committed. */
const tryCode = async (
  client: pg.PoolClient,
  enrolment: EnrolmentRow,
  code: string,
  dependencies: CodeDependencies,
): Promise<Tried> => {
  const { enrolment_hash: enrolmentHash, citizen, code_id: codeId, environment } = enrolment
  const refused = (refusal: DeviceRefusal): Tried => ({ refusal, isReported: false })
  await lockCitizen(client, citizen)
  const row = await readCode(client, enrolmentHash)
  if (!row) return refused({ code: 'enrolment_ended' })
  if (!counts(row)) return refused({ code: 'code_ended' })
  if (!mayTry(await causedBy(client, enrolment, citizen), environment))
    return refused({ code: 'too_many_attempts', retry_after: retryAfterSeconds })
  if (isSame(row.code_hash, codeHash(dependencies.codeKey, codeId, code))) {
    await writeRight(client, enrolmentHash)
    return { refusal: null, isReported: false }
  }
  const left = await writeWrong(client, { enrolmentHash, citizen, codeId })
  const isReported = await claimReport(client, { enrolmentHash, citizen, atLeast: reportedWrongCodes })
  if (isReported) {
    const details = { wrong_codes: reportedWrongCodes, minutes: 60 }
    await dependencies.detection.raise(client, { kind: 'codes_guessed', details })
  }
  const refusal: DeviceRefusal =
    left > 0 ? { code: 'code_wrong', attempts_left: left } : { code: 'enrolment_ended' }
  return { refusal, isReported }
}
