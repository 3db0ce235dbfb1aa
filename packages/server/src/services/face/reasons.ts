import { createHmac, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import type { ServiceCall } from '../../delivery/index.ts'
import type { Companion, CompanionPart } from '../../ledger/index.ts'
import { dayOf, type Vault } from '../../storage/index.ts'

export type FaceMode = 'verification' | 'identification'

export type ReasonSecrets = {
  vault: Vault
  /** Keys the marks by which reasons that repeat are counted. */
  markKey: KeyObject
}

/** What of a call is written beside its reason. */
export type ReasonedCall = Pick<ServiceCall<unknown>, 'applicationId' | 'resultId' | 'nowMs' | 'origin'>

const context = (applicationId: string, entryId: string) => `face reason:${applicationId}:${entryId}`

/** A reason without its numbers, its case and its spaces: "Retrait 4711" and "retrait 4712" say the same. */
export const patternOf = (reason: string): string =>
  reason
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+/gu, '#')
    .replace(/[\p{Z}\p{P}\p{C}]+/gu, ' ')
    .trim()

const markOf = (key: KeyObject, applicationId: string, text: string): string =>
  createHmac('sha256', key).update(`${applicationId}:${text}`).digest('hex')

const rowOf = (
  reason: string,
  mode: FaceMode,
  outcome: string,
  call: ReasonedCall,
  secrets: ReasonSecrets,
) => {
  const { applicationId, resultId, origin } = call
  return {
    entry_id: resultId,
    mode,
    outcome,
    api_key: origin.api_key,
    request_id: origin.request_id,
    client_address: origin.client_address,
    sealed_reason: secrets.vault
      .seal(Buffer.from(reason), context(applicationId, resultId))
      .toString('base64'),
    text_mark: markOf(secrets.markKey, applicationId, reason),
    pattern_mark: markOf(secrets.markKey, applicationId, patternOf(reason)),
  }
}

const recordOf = `entry_id text, mode text, outcome text, api_key text, request_id text, client_address text,
  sealed_reason text, text_mark text, pattern_mark text`
const insertion = (from: string, day: string, at: string) =>
  `insert into face_reasons (application_id, day, entry_id, at, api_key, request_id, client_address, mode, outcome,
     sealed_reason, text_mark, pattern_mark)
   select $1, ${day}, r.entry_id, ${at}, r.api_key, r.request_id, r.client_address, r.mode, r.outcome,
     decode(r.sealed_reason, 'base64'), decode(r.text_mark, 'hex'), decode(r.pattern_mark, 'hex')
   from ${from} as r(${recordOf})`

const reasonPart: CompanionPart = {
  name: 'face-reason',
  expressions: `, face_reason as (
    ${insertion('passed, json_to_record(passed.companion)', 'passed.day', 'passed.at')}
    where passed.companion is not null
  )`,
}

/** The reason of a comparison, in the very commit of its result (spec 1 § Face Recognition request, `reason`). */
export const reasonOfResult = (
  reason: string,
  mode: FaceMode,
  outcome: string,
  call: ReasonedCall,
  secrets: ReasonSecrets,
): Companion => ({ part: reasonPart, row: rowOf(reason, mode, outcome, call, secrets) })

/** Why somebody was to be compared whose image was refused: an auditor wants to see those who go on trying. */
export const recordRefusedReason = async (
  pool: pg.Pool,
  reason: string,
  mode: FaceMode,
  code: string,
  call: ReasonedCall,
  secrets: ReasonSecrets,
): Promise<void> => {
  await pool.query({
    name: 'refused-face-reason',
    text: `${insertion('json_to_record($2)', '$3::date', '$4::timestamptz')} on conflict do nothing`,
    values: [
      call.applicationId,
      JSON.stringify(rowOf(reason, mode, code, call, secrets)),
      dayOf(call.nowMs),
      new Date(call.nowMs),
    ],
  })
}

/** The text of a reason as it was given. */
export const openReason = (
  { vault }: Pick<ReasonSecrets, 'vault'>,
  applicationId: string,
  entryId: string,
  sealed: Buffer,
) => vault.open(sealed, context(applicationId, entryId)).toString('utf8')
