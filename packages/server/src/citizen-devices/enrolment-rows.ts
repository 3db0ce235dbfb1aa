import type { Environment } from '@nani/contract'
import type { Database } from './device-row.ts'

/*
 * The rows of enrolments. Each step is one statement whose conditions include the state, so that two requests of the
 * same step cannot both pass.
 */

export type NewEnrolment = {
  enrolmentHash: Buffer
  environment: Environment
  citizen: Buffer
  sealedCitizen: Buffer
  source: Buffer
  language: string
  codeId: string
  codeHash: Buffer
  sent: boolean
}

export type EnrolmentRow = {
  enrolment_hash: Buffer
  environment: Environment
  citizen: Buffer
  sealed_citizen: Buffer
  language: string
  code_id: string
  challenge: Buffer | null
}

/** A code can be sent again, and used, for this long. The window of sent messages is the same: see `earlierCodes`. */
export const codeMinutes = 30
export const maxCodesSent = 3
export const maxCodeAttempts = 5
export const maxCaptures = 5

/** Steps of one enrolment and all that is counted for a citizen happen one after the other. */
export const lockCitizen = async (client: Database, citizen: Buffer): Promise<void> => {
  await client.query('select pg_advisory_xact_lock($1)', [citizen.readBigInt64BE(0).toString()])
}

export type EarlierCodes = { sent: number; last_code_id: string | null; last_code_hash: Buffer | null }

/** The codes that were sent to a citizen within the life of a code, and the last of them. */
export const earlierCodes = async (client: Database, citizen: Buffer): Promise<EarlierCodes> => {
  const { rows } = await client.query<EarlierCodes>({
    name: 'enrolment-earlier-codes',
    text: `select count(*)::int as sent,
             (array_agg(code_id order by created_at desc))[1] as last_code_id,
             (array_agg(code_hash order by created_at desc))[1] as last_code_hash
           from device_enrolments
           where citizen = $1 and sent and created_at > now() - make_interval(mins => $2)`,
    values: [citizen, codeMinutes],
  })
  return rows[0] as EarlierCodes
}

/** What one network has caused: enrolments within an hour, those for one citizen, and their messages within a day. */
export type Caused = { begun: number; ofCitizen: number; messages: number }

/**
 * Counts what a network has caused. Its enrolments are written one after the other, so that many at the same time do not all
 * count as the first.
 */
export const lockCaused = async (
  client: Database,
  { source, citizen }: { source: Buffer; citizen: Buffer },
): Promise<Caused> => {
  await client.query('select pg_advisory_xact_lock($1)', [source.readBigInt64BE(0).toString()])
  const { rows } = await client.query<Caused>({
    name: 'enrolment-of-source',
    text: `select count(*) filter (where created_at > now() - interval '1 hour')::int as begun,
             count(*) filter (where citizen = $2 and created_at > now() - interval '1 hour')::int as "ofCitizen",
             count(*) filter (where citizen = $2 and sent)::int as messages
           from device_enrolments where source = $1 and created_at > now() - interval '1 day'`,
    values: [source, citizen],
  })
  return rows[0] as Caused
}

/**
 * The time of the row is read after the lock of the citizen was taken, so that the last code is the one of the last
 * message. The time of the transaction would be that of its start.
 */
export const insertEnrolment = async (client: Database, enrolment: NewEnrolment): Promise<Date> => {
  const { rows } = await client.query<{ expires_at: Date }>({
    name: 'enrolment-insert',
    text: `insert into device_enrolments (enrolment_hash, environment, citizen, sealed_citizen, source, language, code_id,
             code_hash, sent, attempts_left, captures_left, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(mins => $12), clock_timestamp())
           returning expires_at`,
    values: [
      enrolment.enrolmentHash,
      enrolment.environment,
      enrolment.citizen,
      enrolment.sealedCitizen,
      enrolment.source,
      enrolment.language,
      enrolment.codeId,
      enrolment.codeHash,
      enrolment.sent,
      maxCodeAttempts,
      maxCaptures,
      codeMinutes,
    ],
  })
  return rows[0]?.expires_at as Date
}

const rowColumns = 'enrolment_hash, environment, citizen, sealed_citizen, language, code_id, challenge'

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

/** Compares a code. Each comparison costs an attempt; null if none was left. */
export const tryCode = async (
  database: Database,
  enrolmentHash: Buffer,
  given: Buffer,
): Promise<{ right: boolean; attempts_left: number } | null> => {
  const { rows } = await database.query<{ right: boolean; attempts_left: number }>({
    name: 'enrolment-code',
    text: `update device_enrolments
           set attempts_left = attempts_left - 1,
             state = case when code_hash = $2 then 'face' when attempts_left = 1 then 'ended' else state end,
             ended_at = case when code_hash <> $2 and attempts_left = 1 then now() end
           where enrolment_hash = $1 and state = 'code' and attempts_left > 0 and expires_at > now()
           returning code_hash = $2 as right, attempts_left::int as attempts_left`,
    values: [enrolmentHash, given],
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
