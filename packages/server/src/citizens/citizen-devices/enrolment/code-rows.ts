import { timingSafeEqual } from 'node:crypto'
import type { Database } from '@nani/foundation/storage/index.ts'
import { maxWrongOfMessage } from './code-limits.ts'
import { wrongOfText } from './enrolment-rows.ts'

/** An enrolment whose code is asked for, with what was tried of the message that the code is from. */
export type CodeRow = {
  code_hash: Buffer
  /** By what the caller can know: the end of the code, and the wrong ones of enrolments with the same text. */
  is_over: boolean
  asked_sent: boolean
  wrong_of_text: number
  /** The message that the code is from. It may have left for another text. */
  message_is_over: boolean
  sent: boolean
  wrong_of_message: number
}

/** Read after the citizen was locked, so that codes of one citizen are tried one after the other. */
export const readCode = async (client: Database, enrolmentHash: Buffer): Promise<CodeRow | null> => {
  const { rows } = await client.query<CodeRow>({
    name: 'enrolment-code-read',
    text: `select e.code_hash, e.sent, e.asked_sent, coalesce(e.code_ends_at, e.expires_at) <= now() as is_over,
             ${wrongOfText('e')} as wrong_of_text,
             coalesce(m.code_ends_at <= now(), false) as message_is_over,
             coalesce(m.wrong_of_message, 0) as wrong_of_message
           from device_enrolments e
             left join device_enrolments m on m.citizen = e.citizen and m.code_id = e.code_id and m.sent
           where e.enrolment_hash = $1 and e.state = 'code' and e.attempts_left > 0 and e.expires_at > now()`,
    values: [enrolmentHash],
  })
  return rows[0] ?? null
}

/**
 * Whether a code counts. After many wrong ones it counts only in the enrolment that caused its message: who guesses in
 * other enrolments gains nothing, and who asked for the message is not locked out.
 */
export const counts = ({ is_over, asked_sent, wrong_of_text }: CodeRow): boolean =>
  !is_over && (asked_sent || wrong_of_text < maxWrongOfMessage)

/**
 * Whether it is the code. The message may have left for another text, so that its code ended or was guessed at unseen: then
 * no code is right, and the caller learns nothing about the other text.
 */
export const isRight = (row: CodeRow, tried: Buffer): boolean => {
  const isUsable = !row.message_is_over && (row.sent || row.wrong_of_message < maxWrongOfMessage)
  return isSame(row.code_hash, tried) && isUsable
}

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

export const writeRight = async (client: Database, enrolmentHash: Buffer): Promise<void> => {
  await client.query({
    name: 'enrolment-code-right',
    text: `update device_enrolments set attempts_left = attempts_left - 1, state = 'face' where enrolment_hash = $1`,
    values: [enrolmentHash],
  })
}

/** Counts a wrong code: for the enrolment, and for the message. Returns the attempts that are left. */
export const writeWrong = async (
  client: Database,
  { enrolmentHash, citizen, codeId }: { enrolmentHash: Buffer; citizen: Buffer; codeId: string },
): Promise<number> => {
  const { rows } = await client.query<{ is_own: boolean; attempts_left: number }>({
    name: 'enrolment-code-wrong',
    text: `update device_enrolments e set
             wrong_of_message = wrong_of_message + case when sent and code_id = $3 then 1 else 0 end,
             wrong_codes = wrong_codes + own.one,
             attempts_left = attempts_left - own.one,
             state = case when own.one = 1 and attempts_left = 1 then 'ended' else state end,
             ended_at = case when own.one = 1 and attempts_left = 1 then now() else ended_at end
           from (values (true, 1), (false, 0)) as own(is_own, one)
           where own.is_own = (e.enrolment_hash = $1)
             and (e.enrolment_hash = $1 or (e.citizen = $2 and e.code_id = $3 and e.sent))
           returning own.is_own, attempts_left::int as attempts_left`,
    values: [enrolmentHash, citizen, codeId],
  })
  return rows.find(({ is_own }) => is_own)?.attempts_left ?? 0
}

/** Whether the citizen and the operators are informed now that codes are guessed: many within an hour, and once in an hour. */
export const claimReport = async (
  client: Database,
  { enrolmentHash, citizen, atLeast }: { enrolmentHash: Buffer; citizen: Buffer; atLeast: number },
): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'enrolment-codes-guessed',
    text: `update device_enrolments set reported_at = now()
           where enrolment_hash = $1 and (
             select sum(wrong_codes) >= $3 and coalesce(max(reported_at) <= now() - interval '1 hour', true)
             from device_enrolments where citizen = $2 and created_at > now() - interval '1 hour')`,
    values: [enrolmentHash, citizen, atLeast],
  })
  return rowCount === 1
}
