import { businessIdentifierTypes, type Identifier } from '@nani/contract'
import { idTime, isForCallers } from '@nani/foundation/core/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import type { CommitRecord } from '../commit/index.ts'
import type { OutgoingEvent } from '../outbox/index.ts'
import { callRecord } from './call-record.ts'
import { resultObject } from './declaration/result-object.ts'
import type { CheckedCall, Performed, Service, ServiceCall } from './declaration/service.ts'
import type { PerformDependencies } from './dependencies.ts'
import { createdEvents } from './jobs/created-events.ts'
import type { Invocation } from './requests/invocation.ts'
import type { ValidRequest } from './requests/validate.ts'
import { storedJson } from './results/stored-result.ts'
import { settingsOf } from './service-settings.ts'

/** A call that was performed and is not committed. Its result must not be returned yet. */
export type PerformedCall = {
  result: Record<string, unknown>
  /** The JSON of the result, with its placeholders. */
  json: string
  documentDelivery: ValidRequest['documentDelivery']
  atMs: number
  internalData: unknown
  /** The events of the new result. They are part of the record. */
  events: readonly OutgoingEvent[]
  record: CommitRecord
}

/** The call as the `authorise` of its service receives it. */
export const checkedCall = (
  { service, application }: Pick<Invocation, 'service' | 'application'>,
  { request, identifier, scopes }: ValidRequest,
  nowMs: number,
): CheckedCall<Record<string, unknown>> => ({
  request,
  identifier,
  environment: application.environment,
  applicationId: application.applicationId,
  settings: settingsOf(service, application),
  scopes,
  nowMs,
  clockAheadMs: application.clockAheadMs,
})

/** A request that its service has authorised, with what `authorise` returned. */
export type AuthorisedRequest = ValidRequest & { authorised: unknown }

/** Performs a service and prepares its commit. */
export const performCall = async (
  invocation: Invocation,
  valid: AuthorisedRequest,
  dependencies: PerformDependencies,
): Promise<PerformedCall> => {
  const { service, application, origin, itemReference, reserved } = invocation
  const { newId, clock } = dependencies
  const { purpose, reference, documentDelivery, authorised } = valid
  const resultId = newId(service.idPrefix)
  // The id's own time: the day inside the id is the day of the partition that holds the row.
  const madeMs = idTime(service.idPrefix, resultId) ?? clock.now()
  const atMs = madeMs + application.clockAheadMs
  const facts = { purpose, resultId, newId, origin, authorised, ...(reserved && { reserved }) }
  const call = { ...checkedCall(invocation, valid, atMs), ...facts }
  const performed = await performOrRecord(service, call)
  noteLookup(call, performed, dependencies)
  const { internalData } = performed
  const livemode = application.environment === 'production'
  const result = resultObject(service, performed, { resultId, livemode, atMs, reference, purpose })
  const json = JSON.stringify(result)
  const stored = storedJson(json, {
    document_delivery: documentDelivery,
    kept: internalData,
    ...(!('reference' in result) && itemReference !== undefined && { item_reference: itemReference }),
  })
  const events = createdEvents(invocation, result, dependencies)
  const written = { resultId, atMs: madeMs, purpose, events, request: valid.request, storedJson: stored }
  const record = callRecord(invocation, performed, written, dependencies)
  return { result, json, documentDelivery, atMs, internalData, events, record }
}

const performOrRecord = (service: Service, call: ServiceCall<Record<string, unknown>>): Promise<Performed> =>
  service.perform(call).catch(async (error: unknown) => {
    if (isForCallers(error)) await service.onRefused?.(call, error)
    throw error
  })

const noteLookup = (
  { applicationId, identifier }: ServiceCall<Record<string, unknown>>,
  performed: Performed,
  { onLookup }: Pick<PerformDependencies, 'onLookup'>,
): void => {
  if (identifier) onLookup?.({ applicationId, identifier, found: isFound(identifier, performed) })
}

/** A business has no svc_id: only the outcome shows whether it was found. */
const isFound = (identifier: Identifier, { outcome, svcId = null }: Performed): boolean =>
  outcome !== 'not_found' && (svcId !== null || isBusinessType(identifier.type))

const isBusinessType = (type: string): boolean => businessIdentifierTypes.some((one) => one === type)

type Rendering = Pick<PerformDependencies, 'deliverFiles' | 'baseUrl'>

/** The JSON of the result as its caller receives it. */
export const renderJson = (
  { json, documentDelivery, atMs, record }: PerformedCall,
  { applicationId, environment }: Application,
  { deliverFiles, baseUrl }: Rendering,
): Promise<string> =>
  deliverFiles.inJson(json, {
    documentDelivery,
    issuer: { applicationId, resultId: record.resultId },
    baseUrl: baseUrl(environment),
    nowMs: atMs,
  })
