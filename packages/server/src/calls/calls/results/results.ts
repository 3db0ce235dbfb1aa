import { limits } from '@nani/contract'
import { type Clock, dayMs, idTime, Refusal } from '@nani/foundation/core/index.ts'
import { dayOf } from '@nani/foundation/storage/index.ts'
import { type Application, timeOf } from '../../../gateway/gateway/index.ts'
import type { Service } from '../declaration/service.ts'
import type { SubResource } from '../declaration/sub-resource.ts'
import type { ResultDependencies } from '../dependencies.ts'
import { isObject } from '../requests/strip-unknown-fields.ts'
import type { Delivery } from './files.ts'
import { resultContext, type StoredResult } from './stored-result.ts'

const retentionMs = limits.retentionDays * dayMs

/**
 * The time in the id of an object; null if the id is invalid or past its retention. An id of the future is invalid, because
 * the database may not know its day. One day is tolerated for clocks that differ.
 */
export const retainedSince = (prefix: string, id: string, clock: Clock): number | null => {
  const madeMs = idTime(prefix, id)
  if (madeMs === null) return null
  const ageMs = clock.now() - madeMs
  return ageMs <= retentionMs && ageMs >= -dayMs ? madeMs : null
}

/** Whether a result is within its retention for its application, whose test clock may be ahead of the time in ids. */
const isRetained = ({ result }: StoredResult, reader: Pick<Reader, 'clockAheadMs'>, clock: Clock): boolean =>
  reader.clockAheadMs === 0 || isWithinRetention(Date.parse(String(result.created_at)), reader, clock)

/** Whether an object that was created at this time of its application can still be read. */
export const isWithinRetention = (
  createdMs: number,
  application: Pick<Application, 'clockAheadMs'>,
  clock: Clock,
): boolean => timeOf(application, clock) - createdMs <= retentionMs

/** The application that reads, and the prefix of the ids and the name of the service that it reads from. */
type Reader = Pick<Application, 'applicationId' | 'environment' | 'clockAheadMs'>
type ReadService = Pick<Service, 'name' | 'idPrefix'>

/** A result that was read again, and the reference of its batch item. */
export type ReadResult = { result: Record<string, unknown>; reference: string }

/** Opens a stored result; null if it is past its retention. Its file links are new each time (spec/request-modes#retrieval). */
export const openResult = async (
  resultId: string,
  sealed: Buffer,
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<ReadResult | null> => {
  const stored = openStored(reader.applicationId, resultId, sealed, dependencies)
  if (!isRetained(stored, reader, dependencies.clock)) return null
  const { document_delivery, item_reference } = stored
  const delivery = { resultId, documentDelivery: document_delivery }
  const result = await deliver(stored.result, delivery, reader, dependencies)
  return { result, reference: item_reference ?? String(stored.result.reference) }
}

export const openStored = (
  applicationId: string,
  resultId: string,
  sealed: Buffer,
  { resultsVault }: Pick<ResultDependencies, 'resultsVault'>,
): StoredResult =>
  JSON.parse(resultsVault.open(sealed, resultContext(applicationId, resultId)).toString('utf8'))

const deliver = (
  value: Record<string, unknown>,
  { resultId, documentDelivery }: { resultId: string; documentDelivery: Delivery['documentDelivery'] },
  { applicationId, environment, clockAheadMs }: Reader,
  { clock, deliverFiles, baseUrl }: ResultDependencies,
): Promise<Record<string, unknown>> =>
  deliverFiles.inValue(value, {
    documentDelivery,
    issuer: { applicationId, resultId },
    baseUrl: baseUrl(environment),
    nowMs: timeOf({ clockAheadMs }, clock),
  })

const readResults = `select result_id, sealed_result from results
  where application_id = $1 and result_id = any($2) and day = any($3)`

/** Results by id, rendered with new file links. A result that is past its retention is absent. */
export const resultsById = async (
  resultIds: readonly string[],
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<Map<string, Record<string, unknown>>> => {
  if (resultIds.length === 0) return new Map()
  const { rows } = await dependencies.pool.query<{ result_id: string; sealed_result: Buffer }>({
    name: 'read-results',
    text: readResults,
    values: [reader.applicationId, resultIds, daysOf(resultIds)],
  })
  const rendered = new Map<string, Record<string, unknown>>()
  for (const { result_id, sealed_result } of rows) {
    const opened = await openResult(result_id, sealed_result, reader, dependencies)
    if (opened) rendered.set(result_id, opened.result)
  }
  return rendered
}

/** The references of results, as their calls gave them. A result that is past its retention has none. */
export const readReferences = async (
  { pool, resultsVault }: Pick<ResultDependencies, 'pool' | 'resultsVault'>,
  applicationId: string,
  resultIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await pool.query<{ result_id: string; sealed_result: Buffer }>({
    name: 'read-results',
    text: readResults,
    values: [applicationId, resultIds, daysOf(resultIds)],
  })
  const references = new Map<string, string>()
  for (const { result_id: id, sealed_result: sealed } of rows) {
    const { result, item_reference } = openStored(applicationId, id, sealed, { resultsVault })
    const reference = item_reference ?? result.reference
    if (typeof reference === 'string') references.set(id, reference)
  }
  return references
}

/** The day in the id of a result: its partition. */
const dayOfResult = (resultId: string): string =>
  dayOf(idTime(resultId.slice(0, resultId.indexOf('_')), resultId) ?? 0)
const daysOf = (resultIds: readonly string[]): string[] => [...new Set(resultIds.map(dayOfResult))]

/** Reads one result again. Foreign, unknown and expired ones get exactly the same response. */
export const readResult = async (
  service: ReadService,
  resultId: string,
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<Record<string, unknown>> => {
  const stored = await readStored(service, resultId, reader, dependencies)
  return deliver(
    stored.result,
    { resultId, documentDelivery: stored.document_delivery },
    reader,
    dependencies,
  )
}

/** Reads the current state of a living resource, which its service stores. */
export const readLiving = async (
  service: Service,
  resultId: string,
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<Record<string, unknown>> => {
  const current = await currentState(service, resultId, reader)
  return deliver(current, { resultId, documentDelivery: 'signed_url' }, reader, dependencies)
}

const currentState = async (
  service: Service,
  resultId: string,
  { applicationId, environment }: Reader,
): Promise<Record<string, unknown>> => {
  const isOurs = idTime(service.idPrefix, resultId) !== null
  const current = isOurs ? await service.readCurrent?.(resultId, { applicationId, environment }) : null
  if (!isObject(current)) throw new Refusal('not_found')
  return current
}

/** A result, or the current state of a living resource, as its receipt contains it: each file is its SHA-256. */
export const readForReceipt = async (
  service: Service,
  resultId: string,
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<Record<string, unknown>> => {
  const result = service.readCurrent
    ? await currentState(service, resultId, reader)
    : (await readStored(service, resultId, reader, dependencies)).result
  return deliver(result, { resultId, documentDelivery: 'sha256' }, reader, dependencies)
}

/** A part of a stored result. The parameters are those of the path, with the id of the result. */
export type SubResourceAddress = {
  service: ReadService
  subResource: Pick<SubResource, 'read'>
  parameters: Readonly<Record<string, string>>
}

/** Reads a part of a result. A missing part gets exactly the same response as a missing result. */
export const readSubResource = async (
  { service, subResource, parameters }: SubResourceAddress,
  reader: Reader,
  dependencies: ResultDependencies,
): Promise<Record<string, unknown>> => {
  const resultId = parameters.id ?? ''
  const stored = await readStored(service, resultId, reader, dependencies)
  const value = subResource.read({ result: stored.result, internalData: stored.kept }, parameters)
  if (value === null) throw new Refusal('not_found')
  return deliver(value, { resultId, documentDelivery: stored.document_delivery }, reader, dependencies)
}

/** A result as it is stored. Foreign, unknown and expired ones are refused alike. */
export const readStored = async (
  service: ReadService,
  resultId: string,
  reader: Pick<Reader, 'applicationId' | 'clockAheadMs'>,
  dependencies: Pick<ResultDependencies, 'pool' | 'clock' | 'resultsVault'>,
): Promise<StoredResult> => {
  const { applicationId } = reader
  const madeMs = retainedSince(service.idPrefix, resultId, dependencies.clock)
  if (madeMs === null) throw new Refusal('not_found')
  const { rows } = await dependencies.pool.query<{ sealed_result: Buffer }>({
    name: 'read-result',
    text: `select sealed_result from results
           where application_id = $1 and result_id = $2 and day = $3 and service = $4`,
    values: [applicationId, resultId, dayOf(madeMs), service.name],
  })
  const row = rows[0]
  if (!row) throw new Refusal('not_found')
  const stored = openStored(applicationId, resultId, row.sealed_result, dependencies)
  if (!isRetained(stored, reader, dependencies.clock)) throw new Refusal('not_found')
  return stored
}
