import type { ServiceName } from '@nani/contract'
import { asRefusal, type Clock, Refusal } from '../core/index.ts'
import { asAnswerableRefusal, type Vault } from '../storage/index.ts'
import type { Admit, Admitted, KnownKey } from './admit.ts'
import type { Application, ApplicationDirectory } from './application.ts'
import type { Answer, Claim, Endpoint, IncomingRequest, PreparedCall } from './call.ts'
import { checkProductionAccess, checkServiceEnabled } from './checks/access.ts'
import { checkAddress } from './checks/address.ts'
import { checkApiKey } from './checks/api-key.ts'
import { checkCertificate } from './checks/certificate.ts'
import { openEnvelope, parsePlaintext } from './checks/envelope.ts'
import { idempotencyOf } from './checks/idempotency-key.ts'
import { checkSignature } from './checks/signature.ts'
import { checkIvOfBody, checkSigningHeaders } from './checks/signing-headers.ts'
import { checkTimestamp } from './checks/timestamp.ts'
import { quotaExceeded } from './quota.ts'
import { replay } from './replay.ts'
import { type Check, established, newVisit, type Visit } from './visit.ts'

export type PipelineDependencies = {
  directory: ApplicationDirectory
  clock: Clock
  admit: Admit
  releaseClaim(claim: Claim): Promise<void>
  answersVault: Vault
}

/** How a visit ended: the answer, or the refusal, and what is known of the caller for seal and audit. */
export type Outcome = { visit: Visit; answer: Answer | Refusal }
/** Its caller claims a key that exists; that it is the caller's is for the signature to show. */
export type RecognisedVisit = Visit & {
  application: Application
  /** Whose share of the memory of bodies this one takes from. */
  holder: string
}
export type Pipeline = {
  /**
   * The checks that need no body, before it is read: a stranger's takes no room. Throws a Refusal; it is told
   * in plain, because no signature has verified.
   */
  recognise(request: IncomingRequest, endpoint: Endpoint | null): Promise<RecognisedVisit>
  /** Everything else, once the visit has its body. */
  pass(visit: Visit, unrouted?: Refusal): Promise<Outcome>
}

/*
 * The order of decisions §3 in two halves. The checks that need no database run first; then one statement
 * burns the nonce, counts the burst, claims the idempotency key and reads the quota; then the verdicts of
 * both are read in the documented order, and the first that failed answers.
 */
const place = { access: 1, burst: 2, envelope: 3, replay: 4, validation: 5 } as const

type Local = {
  refusal: Refusal | null
  failedAt: number
  idempotency: { key: string; fingerprint: Buffer } | null
  prepared: PreparedCall | null
}

export const createPipeline = (dependencies: PipelineDependencies): Pipeline => {
  const { directory, clock, admit, releaseClaim, answersVault } = dependencies
  const recognition: Check[] = [checkSigningHeaders, checkApiKey(directory), checkTimestamp(clock)]
  const verification: Check[] = [checkIvOfBody, checkSignature, checkCertificate, checkAddress]

  const answer = async (visit: Visit, unrouted: Refusal | undefined): Promise<Answer> => {
    for (const check of verification) await check(visit)
    const application = established(visit.application)
    const local = checkLocally(visit, unrouted)
    const admitted = await admit({
      application,
      nonce: established(visit.headers).nonce,
      timestampMs: Number(established(visit.headers).timestamp) * 1000,
      countsTowardsBurst: local.failedAt > place.access,
      idempotency: local.idempotency && { ...local.idempotency, claim: local.refusal === null },
      usesQuotaOf: local.prepared?.usesQuotaOf ?? null,
    })
    const answered = judge(local, admitted, application)
    if (answered) return answered
    return run(local, admitted, application)
  }

  const judge = (local: Local, admitted: Admitted, application: Application): Answer | null => {
    if (!admitted.nonceFresh) throw new Refusal('nonce_reused')
    if (local.refusal && local.failedAt < place.burst) throw local.refusal
    if (!admitted.withinBurst) throw new Refusal('rate_limited', { retry_after: 1 })
    if (local.refusal && local.failedAt < place.replay) throw local.refusal
    if (local.idempotency && !admitted.claim && (isAnswerable(admitted.knownKey) || !local.refusal)) {
      return replay(
        admitted.knownKey,
        local.idempotency,
        application.applicationId,
        answersVault,
        clock.now(),
      )
    }
    if (local.refusal) throw local.refusal
    return null
  }

  // A refused call does not take a lapsed claim over: its key answers nothing, and the refusal stands.
  const isAnswerable = (known: KnownKey | null): boolean =>
    known !== null && (known.status !== null || known.claimedUntilMs > clock.now())

  const run = async (local: Local, admitted: Admitted, application: Application): Promise<Answer> => {
    const claim: Claim | null =
      local.idempotency && admitted.claim
        ? { applicationId: application.applicationId, key: local.idempotency.key, claim: admitted.claim }
        : null
    try {
      const prepared = local.prepared as PreparedCall
      checkQuota(application, prepared.usesQuotaOf, admitted.quotaUsed)
      return await prepared.run(claim)
    } catch (error) {
      // Only 2xx answers are stored; everything else may run again under the same key (decisions §4).
      if (claim) await releaseClaim(claim)
      throw error
    }
  }

  const checkQuota = (application: Application, service: ServiceName | null, used: number) => {
    const quota = service ? application.quotas.get(service) : undefined
    if (service && quota && used >= quota.limit) throw quotaExceeded(application, service, used, clock.now())
  }

  return {
    async recognise(request, endpoint) {
      const visit = newVisit(request, endpoint)
      try {
        for (const check of recognition) await check(visit)
      } catch (error) {
        throw asAnswerableRefusal(error)
      }
      const { apiKey } = established(visit.application)
      return Object.assign(visit as RecognisedVisit, { holder: isVouched(visit) ? apiKey : unvouched })
    },
    async pass(visit, unrouted) {
      try {
        return { visit, answer: await answer(visit, unrouted) }
      } catch (error) {
        return { visit, answer: asAnswerableRefusal(error) }
      }
    },
  }
}

// No API key looks like this.
const unvouched = 'unvouched'

/**
 * Whether the caller comes from where the key may be used, which is refused only after the signature: until then
 * such a body takes from what strangers share, so that nobody can use up the share of somebody else's key.
 */
const isVouched = (visit: Visit): boolean => {
  try {
    checkCertificate(visit)
    checkAddress(visit)
    return true
  } catch {
    return false
  }
}

/** Everything of decisions §3 that asks nobody; stops at the first refusal and says where it stands in the order. */
const checkLocally = (visit: Visit, unrouted: Refusal | undefined): Local => {
  const local: Local = {
    refusal: null,
    failedAt: Number.POSITIVE_INFINITY,
    idempotency: null,
    prepared: null,
  }
  const steps: [number, () => void][] = [
    [place.access, () => checkProductionAccess(visit)],
    [place.access, () => checkServiceEnabled(visit)],
    [
      place.envelope,
      () => {
        if (unrouted) throw unrouted
      },
    ],
    [place.envelope, () => openEnvelope(visit) as undefined],
    [place.envelope, () => parsePlaintext(visit) as undefined],
    [
      place.replay,
      () => {
        local.idempotency = idempotencyOf(visit)
      },
    ],
    [
      place.validation,
      () => {
        local.prepared = established(visit.endpoint ?? undefined).prepare({
          request: visit.request,
          application: established(visit.application),
          body: visit.body,
          prefersAsync: prefersAsync(established(visit.headers).prefer),
        })
      },
    ],
  ]
  for (const [at, step] of steps) {
    try {
      step()
    } catch (error) {
      local.refusal = asRefusal(error)
      local.failedAt = at
      return local
    }
  }
  return local
}

/** RFC 7240: preferences are a comma-separated list, and unknown ones are ignored. */
const prefersAsync = (header: string): boolean =>
  header.split(',').some((preference) => preference.trim().split(';')[0]?.toLowerCase() === 'respond-async')
