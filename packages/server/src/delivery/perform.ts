import { createHmac, type KeyObject } from 'node:crypto'
import { type Clock, type IdSource, idTime, Refusal } from '../core/index.ts'
import {
  type Application,
  type Claim,
  type IncomingRequest,
  quotaExceeded,
  sealAnswer,
} from '../gateway/index.ts'
import { AlreadySettled, type AuditEntry, type CallRecord, type Commit, QuotaSpent } from '../ledger/index.ts'
import type { Vault } from '../storage/index.ts'
import type { DeliverFiles } from './files.ts'
import { resultObject } from './result-object.ts'
import type { Service, ServiceCall } from './service.ts'
import type { ValidRequest } from './validate.ts'

/** Where a call came from: what the audit must know of it, also when it is performed later. */
export type Origin = Pick<AuditEntry, 'api_key' | 'request_id' | 'client_address' | 'method' | 'path'>

export const originOf = (request: IncomingRequest, application: Application): Origin => ({
  api_key: application.apiKey,
  request_id: request.requestId,
  client_address: request.peer.address,
  method: request.method,
  path: request.route,
})

export type PerformDependencies = {
  clock: Clock
  newId: IdSource
  commit: Commit
  resultsVault: Vault
  answersVault: Vault
  /** Keys the audit's pseudonym of a citizen. */
  subjectKey: KeyObject
  deliverFiles: DeliverFiles
  baseUrl(environment: Application['environment']): string
}

/** A call that was performed and is not committed yet: nobody may be told of it. */
export type PerformedCall = {
  result: Record<string, unknown>
  documentDelivery: ValidRequest['documentDelivery']
  atMs: number
  kept: unknown
  record: CallRecord
}

export const resultContext = (applicationId: string, resultId: string) =>
  `result:${applicationId}:${resultId}`

/** What is kept of a result: the object with its placeholders, how files were delivered, and what its parts tell. */
export type StoredResult = {
  result: Record<string, unknown>
  document_delivery: 'signed_url' | 'base64'
  kept?: unknown
}

/** Runs a service and prepares everything that its commit will hold. */
export const performCall = async (
  service: Service,
  valid: ValidRequest,
  application: Application,
  origin: Origin,
  dependencies: PerformDependencies,
): Promise<PerformedCall> => {
  const resultId = dependencies.newId(service.idPrefix)
  // The id's own time: the day inside the id is the day of the partition that holds the row.
  const atMs = idTime(service.idPrefix, resultId) ?? dependencies.clock.now()
  const serviceCall: ServiceCall<Record<string, unknown>> = {
    request: valid.request,
    identifier: valid.identifier,
    environment: application.environment,
    applicationId: application.applicationId,
    scopes: valid.scopes,
    nowMs: atMs,
    resultId,
    newId: dependencies.newId,
    origin,
  }
  const performed = await service.perform(serviceCall).catch(async (error: unknown) => {
    if (error instanceof Refusal) await service.onRefused?.(serviceCall, error)
    throw error
  })
  const livemode = application.environment === 'production'
  const result = resultObject(service, performed, { resultId, livemode, atMs, valid })
  const { kept } = performed
  const stored: StoredResult = { result, document_delivery: valid.documentDelivery, kept }
  const { applicationId } = application
  return {
    result,
    documentDelivery: valid.documentDelivery,
    atMs,
    kept,
    record: {
      applicationId,
      resultId,
      service: service.name,
      livemode,
      atMs,
      sealedResult: dependencies.resultsVault.seal(
        Buffer.from(JSON.stringify(stored)),
        resultContext(applicationId, resultId),
      ),
      scopesApplied: [...performed.scopesApplied],
      quota: application.quotas.get(service.name) ?? null,
      audit: {
        ...origin,
        application_id: applicationId,
        at_ms: atMs,
        http_status: 200,
        error_code: null,
        service: service.name,
        purpose: valid.purpose,
        scopes: [...performed.scopesApplied],
        result_id: resultId,
        outcome: performed.outcome,
        subject: performed.svcId && pseudonym(dependencies.subjectKey, performed.svcId),
        read_ids: null,
      },
      settles: { kind: 'nothing' },
      companion: performed.companion ?? null,
    },
  }
}

/** By which the audit knows a citizen. */
export const pseudonym = (key: KeyObject, svcId: string): string =>
  createHmac('sha256', key).update(svcId).digest('hex')

/** The result as its caller sees it. */
export const tell = (call: PerformedCall, application: Application, dependencies: PerformDependencies) =>
  dependencies.deliverFiles(call.result, {
    documentDelivery: call.documentDelivery,
    baseUrl: dependencies.baseUrl(application.environment),
    nowMs: call.atMs,
  })

/** A single synchronous call: perform, commit together with the idempotent answer, and only then answer. */
export const performAndAnswer = async (
  service: Service,
  valid: ValidRequest,
  application: Application,
  origin: Origin,
  claim: Claim | null,
  dependencies: PerformDependencies,
): Promise<string> => {
  const call = await performCall(service, valid, application, origin, dependencies)
  const body = JSON.stringify(await tell(call, application, dependencies))
  await commitOrRefuse(
    {
      ...call.record,
      settles: claim
        ? {
            kind: 'claim',
            key: claim.key,
            claim: claim.claim,
            status: 200,
            sealedAnswer: sealAnswer(dependencies.answersVault, claim, body),
          }
        : { kind: 'nothing' },
    },
    application,
    service,
    dependencies,
  )
  return body
}

/** Commits, and says the two ways in which a commit may refuse in the caller's terms. */
export const commitOrRefuse = async (
  record: CallRecord,
  application: Application,
  service: Service,
  { commit, clock }: PerformDependencies,
): Promise<void> => {
  try {
    await commit(record)
  } catch (error) {
    if (error instanceof QuotaSpent) {
      const quota = application.quotas.get(service.name)
      throw quotaExceeded(application, service.name, quota?.limit ?? 0, clock.now())
    }
    // The claim lapsed while the call ran: another request performs it, and this one must not be billed.
    if (error instanceof AlreadySettled && record.settles.kind === 'claim') {
      throw new Refusal('idempotency_in_progress', { retry_after: 1 })
    }
    throw error
  }
}
