import { createHmac, type KeyObject } from 'node:crypto'
import {
  type Database,
  defineEffect,
  type Effect,
  type Vault,
  writeChanges,
} from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { ServiceCall } from '../../calls/calls/index.ts'

export type FaceMode = 'verification' | 'identification'

export type ReasonSecrets = {
  vault: Vault
  /** Keys the marks that count repeated reasons. */
  markKey: KeyObject
}

/** The fields of a call that are stored with its reason. */
export type ReasonedCall = Pick<ServiceCall<unknown>, 'applicationId' | 'resultId' | 'nowMs' | 'origin'>

const context = (applicationId: string, entryId: string) => `face reason:${applicationId}:${entryId}`
const triggerContext = (applicationId: string, entryId: string) => `face trigger:${applicationId}:${entryId}`

/** The member of staff or the system that triggered a comparison (spec/face#reason). A system may have no id. */
export type TriggeredBy = { type: 'member' | 'system'; id: string | null }
const unnamedSystem: TriggeredBy = { type: 'system', id: null }

/** A reason without numbers, case and spaces: "Retrait 4711" and "retrait 4712" have the same pattern. */
export const patternOf = (reason: string): string =>
  reason
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{N}+/gu, '#')
    .replace(/[\p{Z}\p{P}\p{C}]+/gu, ' ')
    .trim()

const markOf = (key: KeyObject, applicationId: string, text: string): string =>
  createHmac('sha256', key).update(`${applicationId}:${text}`).digest('hex')

const reasonRow = defineEffect({
  name: 'face_reason',
  columns: {
    mode: 'text',
    outcome: 'text',
    api_key: 'text',
    request_id: 'text',
    client_address: 'text',
    sealed_reason: 'bytea',
    sealed_trigger: 'bytea',
    text_mark: 'text',
    pattern_mark: 'text',
    calibration_id: 'text',
  },
  write: ({ application, changes, id, at, day, column }) =>
    `insert into face_reasons (application_id, day, entry_id, at, api_key, request_id, client_address, mode, outcome,
       sealed_reason, sealed_trigger, text_mark, pattern_mark, calibration_id)
     select ${application}, ${day}, ${id}, ${at}, ${column.api_key}, ${column.request_id}, ${column.client_address},
       ${column.mode}, ${column.outcome}, ${column.sealed_reason}, ${column.sealed_trigger},
       decode(${column.text_mark}, 'hex'), decode(${column.pattern_mark}, 'hex'), ${column.calibration_id}
     from ${changes}
     on conflict do nothing`,
})

/**
 * A reason of a caller, with the mode, the outcome and the calibration of the comparison. `calibrationId` is null for the
 * calibration of the recogniser's manifest, and without a comparison.
 */
export type GivenReason = {
  reason: string
  mode: FaceMode
  outcome: string
  calibrationId: string | null
  /** Absent or null: a system without an id. */
  triggeredBy?: TriggeredBy | null
}

/** The reason of a comparison, in the commit of its result (spec/face#reason). */
export const reasonEffect = (
  { reason, mode, outcome, calibrationId, triggeredBy }: GivenReason,
  { applicationId, resultId, origin }: ReasonedCall,
  { vault, markKey }: ReasonSecrets,
): Effect<'face_reason'> =>
  reasonRow({
    mode,
    outcome,
    api_key: origin.api_key,
    request_id: origin.request_id,
    client_address: origin.client_address,
    sealed_reason: vault.seal(Buffer.from(reason), context(applicationId, resultId)),
    sealed_trigger: vault.seal(
      Buffer.from(JSON.stringify(triggeredBy ?? unnamedSystem)),
      triggerContext(applicationId, resultId),
    ),
    text_mark: markOf(markKey, applicationId, reason),
    pattern_mark: markOf(markKey, applicationId, patternOf(reason)),
    calibration_id: calibrationId,
  })

/**
 * Stores the reason of a comparison whose image was refused. Its outcome is the error code. An auditor can find
 * callers with repeated attempts.
 */
export const recordRefusedReason = (
  pool: pg.Pool,
  given: GivenReason,
  call: ReasonedCall,
  secrets: ReasonSecrets,
): Promise<void> => writeReason(pool, given, call, secrets)

/** Stores the reason of a comparison, in a transaction or alone. */
export const writeReason = async (
  database: Database,
  given: GivenReason,
  call: ReasonedCall,
  secrets: ReasonSecrets,
): Promise<void> => {
  const effects = [reasonEffect(given, call, secrets)]
  const change = { id: call.resultId, service: null, scopes: null, atMs: call.nowMs, fence: null, effects }
  await writeChanges(database, call.applicationId, [change])
}

/** The text of a reason as given. */
export const openReason = (
  { vault }: Pick<ReasonSecrets, 'vault'>,
  applicationId: string,
  entryId: string,
  sealed: Buffer,
) => vault.open(sealed, context(applicationId, entryId)).toString('utf8')

/** Who triggered a comparison. Null: an earlier release stored the reason alone. */
export const openTrigger = (
  { vault }: Pick<ReasonSecrets, 'vault'>,
  applicationId: string,
  entryId: string,
  sealed: Buffer | null,
): TriggeredBy =>
  sealed === null
    ? unnamedSystem
    : JSON.parse(vault.open(sealed, triggerContext(applicationId, entryId)).toString('utf8'))
