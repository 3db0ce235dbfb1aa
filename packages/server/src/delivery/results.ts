import { limits } from '@nani/contract'
import type pg from 'pg'
import { type Clock, idTime, Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { dayOf, type Vault } from '../storage/index.ts'
import type { DeliverFiles } from './files.ts'
import { resultContext, type StoredResult } from './perform.ts'
import type { ResultPart } from './result-parts.ts'

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
  dependencies: ResultDependencies,
): Promise<unknown> => {
  const stored = openStored(applicationId, resultId, sealed, dependencies)
  return deliver(stored.result, stored, environment, dependencies)
}

const openStored = (
  applicationId: string,
  resultId: string,
  sealed: Buffer,
  { resultsVault }: ResultDependencies,
): StoredResult =>
  JSON.parse(resultsVault.open(sealed, resultContext(applicationId, resultId)).toString('utf8'))

const deliver = (
  value: unknown,
  stored: StoredResult,
  environment: Application['environment'],
  { clock, deliverFiles, baseUrl }: ResultDependencies,
): Promise<unknown> =>
  deliverFiles(value, {
    documentDelivery: stored.document_delivery,
    baseUrl: baseUrl(environment),
    nowMs: clock.now(),
  })

/** Reads one result back. Foreign, unknown and expired ones answer exactly alike. */
export const readResult = async (
  service: ReadService,
  resultId: string,
  application: Application,
  dependencies: ResultDependencies,
): Promise<unknown> => {
  const stored = await readStored(service, resultId, application, dependencies)
  return deliver(stored.result, stored, application.environment, dependencies)
}

/** Reads a part of a result. What is not there answers exactly like a result that is not there. */
export const readPart = async (
  service: ReadService,
  part: Pick<ResultPart, 'read'>,
  parameters: Readonly<Record<string, string>>,
  application: Pick<Application, 'applicationId' | 'environment'>,
  dependencies: ResultDependencies,
): Promise<unknown> => {
  const stored = await readStored(service, parameters.id ?? '', application, dependencies)
  const value = part.read({ result: stored.result, kept: stored.kept }, parameters)
  if (value === null) throw new Refusal('not_found')
  return deliver(value, stored, application.environment, dependencies)
}

type ReadService = { name: string; idPrefix: string }

const readStored = async (
  service: ReadService,
  resultId: string,
  application: Pick<Application, 'applicationId' | 'environment'>,
  dependencies: ResultDependencies,
): Promise<StoredResult> => {
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
  return openStored(application.applicationId, resultId, row.sealed_result, dependencies)
}
