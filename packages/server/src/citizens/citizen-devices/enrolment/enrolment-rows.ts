import type { Environment } from '@nani/contract'
import type { Database } from '@nani/foundation/storage/index.ts'
import type { Sources } from './caused-by-networks.ts'
import { codeMinutes, enrolmentMinutes, maxCodeAttempts } from './code-limits.ts'

/*
 * The rows of enrolments. Each step is one statement whose conditions include the state, so that two requests of the
 * same step cannot both pass.
 */

export type NewEnrolment = {
  enrolmentHash: Buffer
  environment: Environment
  citizen: Buffer
  sealedCitizen: Buffer
  sources: Sources
  language: string
  codeId: string
  codeHash: Buffer
  /** Whether the enrolment sends a message. */
  isSent: boolean
  /** The end of the code as answers show it. Null: it begins to live now. */
  codeEndsAt: Date | null
  /** A mark of the typed text, and whether a message was due by its enrolments alone. */
  asked: Buffer
  askedSent: boolean
}

export type EnrolmentRow = {
  enrolment_hash: Buffer
  environment: Environment
  citizen: Buffer
  sealed_citizen: Buffer
  language: string
  code_id: string
  challenge: Buffer | null
} & Sources

const maxCaptures = 5

/** Steps of one enrolment and all that is counted for a citizen happen one after the other. */
export const lockCitizen = async (client: Database, citizen: Buffer): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [citizen.readBigInt64BE(0).toString()])
}

/** A code that lives, and how many wrong ones were tried of it: `wrong_of_text` in enrolments with the same typed text. */
type EarlierCode = {
  code_id: string
  code_hash: Buffer
  code_ends_at: Date
  wrong_of_message: number
  wrong_of_text: number
}

export type EarlierCodes = {
  /** How many codes were sent to the citizen and still live, and the last of them. No answer may depend on these. */
  sent: number
  last: EarlierCode | null
  /** How many messages were due by enrolments with the same typed text, the last of them, and when the first counts no more. */
  asked: number
  lastAsked: EarlierCode | null
  askedAgainAt: Date | null
}

/** The codes that were sent to a citizen within the life of a code, and those that the same typed text asked for. */
export const earlierCodes = async (
  client: Database,
  citizen: Buffer,
  asked: Buffer,
): Promise<EarlierCodes> => {
  type Row = EarlierCode & { is_sent: boolean; is_asked: boolean; counts_until: Date }
  const { rows } = await client.query<Row>({
    name: 'enrolment-earlier-codes',
    text: `select code_id, code_hash, code_ends_at, wrong_of_message, ${wrongOfText('e')} as wrong_of_text,
             sent and citizen = $1 as is_sent, asked_sent and asked = $3 as is_asked,
             created_at + make_interval(mins => $2) as counts_until
           from device_enrolments e
           where (citizen = $1 and sent or asked = $3 and asked_sent) and code_ends_at > now()
             and created_at > now() - make_interval(mins => $2)
           order by created_at desc`,
    values: [citizen, codeMinutes, asked],
  })
  const sent = rows.filter((row) => row.is_sent)
  const ofText = rows.filter((row) => row.is_asked)
  return {
    ...{ sent: sent.length, last: sent[0] ?? null },
    ...{ asked: ofText.length, lastAsked: ofText[0] ?? null },
    askedAgainAt: ofText.at(-1)?.counts_until ?? null,
  }
}

/**
 * The wrong codes of the enrolments that show the same code, as far as a caller can know: they were begun with the same
 * text, and their code has the same end.
 */
export const wrongOfText = (row: string): string => `(
  select coalesce(sum(w.wrong_codes), 0)::int from device_enrolments w
  where w.asked = ${row}.asked and w.code_ends_at = ${row}.code_ends_at and w.created_at > now() - interval '1 hour')`

export type InsertedEnrolment = { at: Date; expires_at: Date; code_ends_at: Date }

/**
 * The end of a code has milliseconds, as the values of this language, so that further enrolments have the same. The time
 * of the row is read after the lock of the citizen was taken, so that the last code is the one of the last
 * message. The time of the transaction would be that of its start.
 */
export const insertEnrolment = async (
  client: Database,
  { sources, codeEndsAt, ...enrolment }: NewEnrolment,
): Promise<InsertedEnrolment> => {
  const { rows } = await client.query<InsertedEnrolment>({
    name: 'enrolment-insert',
    text: `insert into device_enrolments (enrolment_hash, environment, citizen, sealed_citizen, source, wider_source,
             widest_source, language, code_id, code_hash, sent, code_ends_at, attempts_left, captures_left, expires_at,
             created_at, asked, asked_sent)
           select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $18,
             coalesce($11, date_trunc('milliseconds', at) + make_interval(mins => $12)), $13, $14, at + make_interval(mins => $15), at, $16, $17
           from clock_timestamp() as at
           returning created_at as at, expires_at, code_ends_at`,
    values: [
      ...[enrolment.enrolmentHash, enrolment.environment, enrolment.citizen, enrolment.sealedCitizen],
      ...[sources.source, sources.wider, sources.widest, enrolment.language],
      ...[enrolment.codeId, enrolment.codeHash, codeEndsAt, codeMinutes],
      ...[maxCodeAttempts, maxCaptures, enrolmentMinutes, enrolment.asked, enrolment.askedSent],
      enrolment.isSent,
    ],
  })
  return rows[0] as InsertedEnrolment
}

const rowColumns = `enrolment_hash, environment, citizen, sealed_citizen, language, code_id, challenge, source,
  wider_source as wider, widest_source as widest`

/** The enrolment in one of its open states; null if it is over, or waits for another step. */
export const readEnrolment = async (
  database: Database,
  enrolmentHash: Buffer,
  state: 'code' | 'face' | 'key',
): Promise<EnrolmentRow | null> => {
  const { rows } = await database.query<EnrolmentRow>({
    name: 'enrolment-read',
    text: `select ${rowColumns} from device_enrolments
           where enrolment_hash = $1 and state = $2 and expires_at > now()`,
    values: [enrolmentHash, state],
  })
  return rows[0] ?? null
}

export type OpenEnrolment = EnrolmentRow & { state: 'code' | 'face' | 'key'; expires_at: Date }

/** The enrolment in whatever open state it is; null if it is over. */
export const readOpenEnrolment = async (
  database: Database,
  enrolmentHash: Buffer,
): Promise<OpenEnrolment | null> => {
  const { rows } = await database.query<OpenEnrolment>({
    name: 'enrolment-open',
    text: `select ${rowColumns}, state, expires_at from device_enrolments
           where enrolment_hash = $1 and state in ('code', 'face', 'key') and expires_at > now()`,
    values: [enrolmentHash],
  })
  return rows[0] ?? null
}

/** A comparison is over within this time, or its process has ended. */
const checkSeconds = 30

/** Whether a photograph of the citizen is compared now, in any enrolment and on any process. */
export const isChecking = async (client: Database, citizen: Buffer): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'enrolment-checking',
    text: `select from device_enrolments
           where citizen = $1 and checking_until > now() and created_at > now() - interval '1 hour' limit 1`,
    values: [citizen],
  })
  return rowCount === 1
}

/** Uses up one photograph, before it is analysed. False if none was left. */
export const takeCapture = async (client: Database, enrolmentHash: Buffer): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'enrolment-capture',
    text: `update device_enrolments
           set captures_left = captures_left - 1, checking_until = now() + make_interval(secs => $2)
           where enrolment_hash = $1 and state = 'face' and captures_left > 0 and expires_at > now()`,
    values: [enrolmentHash, checkSeconds],
  })
  return rowCount === 1
}

/** The photograph was compared, or it was not analysed: then it costs nothing. */
export const endCheck = async (
  database: Database,
  enrolmentHash: Buffer,
  { isAnalysed }: { isAnalysed: boolean },
): Promise<void> => {
  await database.query({
    name: 'enrolment-check-end',
    text: `update device_enrolments set checking_until = null, captures_left = captures_left + $2
           where enrolment_hash = $1`,
    values: [enrolmentHash, isAnalysed ? 0 : 1],
  })
}

/** How many enrolments of a citizen ended with another face within a day. */
export const countFailedFaces = async (database: Database, citizen: Buffer): Promise<number> => {
  const { rows } = await database.query<{ failed: number }>({
    name: 'enrolment-failed-faces',
    text: `select count(*)::int as failed from device_enrolments
           where citizen = $1 and state = 'failed' and ended_at > now() - interval '1 day'
             and created_at > now() - interval '2 days'`,
    values: [citizen],
  })
  return rows[0]?.failed ?? 0
}

export const writeFaceFailed = async (database: Database, enrolmentHash: Buffer): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'enrolment-face-failed',
    text: `update device_enrolments set state = 'failed', ended_at = now(), checking_until = null
           where enrolment_hash = $1 and state = 'face'`,
    values: [enrolmentHash],
  })
  return rowCount === 1
}

export const writeFacePassed = async (
  database: Database,
  enrolmentHash: Buffer,
  challenge: Buffer,
): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'enrolment-face-passed',
    text: `update device_enrolments set state = 'key', challenge = $2, checking_until = null
           where enrolment_hash = $1 and state = 'face' and expires_at > now()`,
    values: [enrolmentHash, challenge],
  })
  return rowCount === 1
}

/** Ends the open enrolments of these citizens. Returns how many there were. */
export const endOpenEnrolments = async (client: Database, citizens: readonly Buffer[]): Promise<number> => {
  const { rowCount } = await client.query({
    name: 'enrolments-end',
    text: `update device_enrolments set state = 'ended', ended_at = now(), checking_until = null
           where citizen = any($1) and state in ('code', 'face', 'key') and expires_at > now()`,
    values: [citizens],
  })
  return rowCount ?? 0
}

/** Ends the enrolment with its device. False if another request was faster. */
export const writeDone = async (client: Database, enrolmentHash: Buffer): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'enrolment-done',
    text: `update device_enrolments set state = 'done', ended_at = now()
           where enrolment_hash = $1 and state = 'key' and expires_at > now()`,
    values: [enrolmentHash],
  })
  return rowCount === 1
}
