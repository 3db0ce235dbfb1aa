import { limits } from '@nani/contract'
import type pg from 'pg'
import { type Clock, idTime, Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { dayOf, type Vault } from '../storage/index.ts'
import type { DeliverFiles } from './files.ts'
import { resultContext, type StoredResult } from './perform.ts'

export type ResultDependencies = {
  pool: pg.Pool
  clock: Clock
  resultsVault: Vault
  deliverFiles: DeliverFiles
  baseUrl(environment: Application['environment']): string
}

const dayMs = 86_400_000
const retentionMs = limits.retentionDays * dayMs

/**
 * When an object of this id was made, or null when it is none of ours or past its retention. An id of the
 * future is an invention: its day may be none that a database knows. A day is left for clocks that differ.
 */
export const retainedSince = (prefix: string, id: string, clock: Clock): number | null => {
  const madeMs = idTime(prefix, id)
  if (madeMs === null) return null
  const ageMs = clock.now() - madeMs
  return ageMs <= retentionMs && ageMs >= -dayMs ? madeMs : null
}

/** Opens a stored result and delivers its files anew: links are fresh each time (decisions §5). */
export const openResult = async (
  applicationId: string,
  resultId: string,
  sealed: Buffer,
  environment: Application['environment'],
  { clock, resultsVault, deliverFiles, baseUrl }: ResultDependencies,
): Promise<unknown> => {
  const plaintext = resultsVault.open(sealed, resultContext(applicationId, resultId)).toString('utf8')
  const stored = JSON.parse(plaintext) as StoredResult
  return deliverFiles(stored.result, {
    documentDelivery: stored.document_delivery,
    baseUrl: baseUrl(environment),
    nowMs: clock.now(),
  })
}

/** Reads one result back. Foreign, unknown and expired ones answer exactly alike. */
export const readResult = async (
  service: { name: string; idPrefix: string },
  resultId: string,
  application: Application,
  dependencies: ResultDependencies,
): Promise<unknown> => {
  const madeMs = retainedSince(service.idPrefix, resultId, dependencies.clock)
  if (madeMs === null) throw new Refusal('not_found')
  const { rows } = await dependencies.pool.query<{ sealed_result: Buffer }>({
    name: 'read-result',
    text: `select sealed_result from results
           where application_id = $1 and result_id = $2 and day = $3 and service = $4`,
    values: [application.applicationId, resultId, dayOf(madeMs), service.name],
  })
  const row = rows[0]
  if (!row) throw new Refusal('not_found')
  return openResult(
    application.applicationId,
    resultId,
    row.sealed_result,
    application.environment,
    dependencies,
  )
}
