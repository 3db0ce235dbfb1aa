import type { Environment } from '@nani/contract'
import type { Clock, Refusal } from '@nani/foundation/core/index.ts'
import { asAnswerableRefusal } from '@nani/foundation/storage/index.ts'
import { type AuthenticationFailure, authenticationCodes } from '../../risk/detection/index.ts'
import type { AdmissionRequest, Admit } from './admit.ts'
import type { CountAnswer } from './answer-burst.ts'
import type { ApplicationDirectory } from './application.ts'
import type { Endpoint, EndpointResponse, IdempotencyLock, IncomingRequest } from './call.ts'
import type { CheckDependencies } from './check-dependencies.ts'
import { checksAfterBody, checksBeforeBody, checksOfCall } from './check-table.ts'
import { maxAuthorisationMs } from './checks/authorisation.ts'
import { hasAllowedOrigin } from './checks/origin.ts'
import type { OpenLargeBody } from './large-body.ts'
import { recentIvs } from './recent-ivs.ts'
import type { Replay } from './replay.ts'
import {
  type IdentifiedRequest,
  newRequestContext,
  type RequestContext,
  type UnknownEndpoint,
  type WithApplication,
  type WithBody,
  type WithValidSignature,
} from './request-context.ts'

export type PipelineDependencies = {
  directory: ApplicationDirectory
  clock: Clock
  consolePages: CheckDependencies['consolePages']
  /** False while the clock of this process is wrong. */
  clockIsTrusted?(): boolean
  admit: Admit
  releaseLock(lock: IdempotencyLock): Promise<void>
  replay: Replay
  countAnswer: CountAnswer
  /** Called for every request whose caller was not authenticated. */
  onAuthenticationFailure?(failure: AuthenticationFailure): void
  /** Called for every body whose IV was used before under the same key. */
  onIvReused?(environment: Environment): void
  openLargeBody: OpenLargeBody
  /** Aborts when an authorisation has taken too long. */
  authorisationDeadline?(): AbortSignal
}

/** A request and its response or refusal. The context has what encryption and audit need. */
export type Exchange = { context: IdentifiedRequest; response: EndpointResponse | Refusal }

export type Pipeline = {
  /**
   * The checks that need no body, before it is read: an unknown caller takes no memory. Throws a Refusal, which is
   * sent unencrypted, because no signature was verified.
   */
  preAuthenticate(request: IncomingRequest, endpoint: Endpoint | UnknownEndpoint): Promise<IdentifiedRequest>
  /** Everything else, once the body has arrived. */
  handle(context: IdentifiedRequest, received: WithBody): Promise<Exchange>
}

/** No API key has this form. */
const unknownCallers = 'unknown callers'

/**
 * Runs the table of checks in two halves around one statement. The checks without the database run first. The statement
 * uses up the nonce, counts the burst, locks the idempotency key and reads the quota. Then the results of both
 * halves are evaluated in the documented order.
 */
export const createPipeline = (dependencies: PipelineDependencies): Pipeline => {
  const { admit, releaseLock, countAnswer } = dependencies
  const checkDependencies = dependenciesOfChecks(dependencies)
  const noteIv = createIvNotes(dependencies)
  const refusalOf = createRefusalOf(dependencies)

  const respond = async (context: IdentifiedRequest & WithBody): Promise<EndpointResponse> => {
    const verified = await checksAfterBody.run(context, checkDependencies)
    const local = await checksOfCall.runLocal(verified, checkDependencies)
    const admission = await admit(admissionRequestOf(verified, local))
    // A request that is sent again has the IV of the first one. Only a fresh request shows that IVs repeat.
    if (admission.nonceFresh) noteIv(verified)
    try {
      return await checksOfCall.decide(local, admission, checkDependencies, ({ prepared }) =>
        prepared.run(admission.lock),
      )
    } catch (error) {
      // Only 2xx responses are stored. Every other call may run again under its key (spec/request-modes#idempotency).
      if (admission.lock) await releaseLock(admission.lock)
      throw error
    }
  }

  return {
    async preAuthenticate(request, endpoint) {
      const context = newRequestContext(request, endpoint)
      try {
        const identified = await checksBeforeBody.run(context, checkDependencies)
        const { apiKey } = identified.application
        const budgetKey = hasAllowedOrigin(identified, checkDependencies) ? apiKey : unknownCallers
        return Object.assign(identified, { budgetKey })
      } catch (error) {
        throw refusalOf(context, error)
      }
    },
    async handle(context, received) {
      try {
        const response = await respond(Object.assign(context, received))
        // Only the size of a read or a replay counts. What was committed is always returned.
        if (!response.audited) await countAnswer(context.application.applicationId, response.body.length)
        return { context, response }
      } catch (error) {
        return { context, response: refusalOf(context, error) }
      }
    },
  }
}

const dependenciesOfChecks = ({
  clockIsTrusted = () => true,
  authorisationDeadline = () => AbortSignal.timeout(maxAuthorisationMs),
  ...dependencies
}: PipelineDependencies): CheckDependencies => ({ ...dependencies, clockIsTrusted, authorisationDeadline })

type LocalResult = Awaited<ReturnType<typeof checksOfCall.runLocal>>
type VerifiedRequest = IdentifiedRequest & WithBody & WithValidSignature

const admissionRequestOf = (
  { application, headers }: VerifiedRequest,
  local: LocalResult,
): AdmissionRequest => ({
  application,
  nonce: headers.nonce,
  timestampMs: Number(headers.timestamp) * 1000,
  countsTowardsBurst: checksOfCall.reaches('Burst guard', local),
  idempotency: local.context.idempotency ?? null,
  wantsLock: local.refusal === null,
  usesQuotaOf: local.context.prepared?.usesQuotaOf ?? null,
})

/** Reports bodies whose IV was used before. */
const createIvNotes = ({ onIvReused }: PipelineDependencies) => {
  const ivs = recentIvs()
  return (context: VerifiedRequest): void => {
    const { apiKey, environment } = context.application
    const { iv } = context.headers
    if (iv === '' || !ivs.isReused(apiKey, iv)) return
    context.ivReused = true
    onIvReused?.(environment)
  }
}

/** What was thrown as a refusal. Failures of authentication are reported. */
const createRefusalOf =
  ({ onAuthenticationFailure }: PipelineDependencies) =>
  ({ request, application }: RequestContext & Partial<WithApplication>, error: unknown): Refusal => {
    const refusal = asAnswerableRefusal(error)
    if (authenticationCodes.has(refusal.code)) {
      onAuthenticationFailure?.({
        keyId: request.headers['x-svc-key-id'],
        clientAddress: request.peer.address,
        code: refusal.code,
        applicationId: application?.applicationId ?? null,
      })
    }
    return refusal
  }
