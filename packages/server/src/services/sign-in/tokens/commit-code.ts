import type { Scope } from '@nani/contract'
import { inTransaction } from '@nani/foundation/storage/index.ts'
import { auditEffect, pseudonym } from '../../../app/audit/index.ts'
import {
  AlreadyCompleted,
  type CommitRecord,
  commitWithin,
  FundsSpent,
  livingResource,
} from '../../../calls/commit/index.ts'
import { resolveIdentity } from '../../../calls/disclosure/index.ts'
import { grantThroughSignIn } from '../../../citizens/consents/index.ts'
import { type Application, timeOf } from '../../../gateway/gateway/index.ts'
import { usageEffect } from '../../../money/metering/index.ts'
import { citizenContext } from '../authorize.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import type { RequestRow } from '../requests/requests.ts'
import { auditedAs, creditScope, registerScopes, serviceName, signInPurpose } from '../sign-in-scopes.ts'
import { disclosedScopes } from './claims.ts'
import { codeEffect, issuedFence, writeConsentOfCode } from './codes.ts'

type Dependencies = Pick<
  SignInDependencies,
  | 'pool'
  | 'reads'
  | 'clock'
  | 'vault'
  | 'applications'
  | 'register'
  | 'auditKey'
  | 'commit'
  | 'billing'
  | 'consents'
>

/** Writes the code of an approved request, and counts, charges and audits the sign-in with it. */
export const createCommitCode =
  (dependencies: Dependencies) =>
  async (request: RequestRow, codeHash: Buffer, facts: RequestFacts): Promise<void> => {
    const { application_id: applicationId, request_id: requestId, scopes } = request
    const { reads, vault, commit, applications } = dependencies
    const sealed = request.sealed_citizen as Buffer
    const svcId = vault.open(sealed, citizenContext({ applicationId, requestId })).toString()
    const application = await applications.findById(applicationId)
    if (!application) throw new AlreadyCompleted()
    const { clockAheadMs } = application
    const record = await recordOf(request, { svcId, codeHash, facts, application }, dependencies)
    if (scopes.includes(creditScope))
      return commitWithConsent(record, { request, svcId, codeHash, clockAheadMs }, dependencies)
    await commit(record)
    reads.remember.code(applicationId, {
      ...{ code_hash: codeHash, request_id: requestId, scopes, sealed_citizen: sealed },
      ...{ nonce: request.nonce, kid: request.kid, redeemed: false },
      ...{ approved_at: request.answered_at, approved_with: request.approved_with },
      ...{ consent_id: null, consent_expires_at: null },
    })
  }

/** The scopes for which there is data. Without a scope of the register, nothing is read there. */
const appliedScopes = async (
  { environment, scopes }: RequestRow,
  { svcId, atMs }: { svcId: string; atMs: number },
  { register }: Pick<Dependencies, 'register'>,
): Promise<readonly Scope[]> => {
  const asked = registerScopes(scopes)
  if (asked.length === 0) return asked
  const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
  return resolveIdentity(citizen, asked, atMs).scopesApplied
}

type Issuing = { svcId: string; codeHash: Buffer; facts: RequestFacts; application: Application }

const recordOf = async (
  request: RequestRow,
  { svcId, codeHash, facts, application }: Issuing,
  { clock, register, auditKey, billing }: Dependencies,
): Promise<CommitRecord> => {
  const { application_id: applicationId, request_id: requestId, environment, api_key, scopes } = request
  const atMs = clock.now()
  const scopesApplied = await appliedScopes(
    request,
    { svcId, atMs: timeOf(application, clock) },
    { register },
  )
  return {
    ...{ applicationId, atMs, scopes: scopesApplied },
    resultId: requestId,
    service: serviceName,
    result: livingResource(
      codeEffect({
        ...{ code_hash: codeHash, request_id: requestId, api_key, redirect_uri: request.redirect_uri },
        ...{ code_challenge: request.code_challenge, nonce: request.nonce, asked_scopes: scopes },
        sealed_citizen: request.sealed_citizen as Buffer,
        ...{ approved_at: request.answered_at, approved_with: request.approved_with },
      }),
    ),
    charge: billing.charge({
      organizationId: application.organizationId,
      ...{ environment, item: serviceName, mode: 'single', scopes: scopesApplied, atMs },
    }),
    usage: usageEffect(atMs, application.quotas.get(serviceName) ?? null),
    audit: auditEffect({
      actor: 'application',
      api_key,
      request_id: facts.requestId,
      client_address: facts.clientAddress,
      method: facts.method,
      path: facts.path,
      http_status: 303,
      error_code: null,
      purpose: signInPurpose,
      makesResult: true,
      outcome: auditedAs.code,
      disclosedScopes: disclosedScopes(scopes, scopesApplied, scopes.includes(creditScope)),
      subject: pseudonym(auditKey, svcId),
      read_ids: null,
    }),
    completes: issuedFence({ request_id: requestId }),
    events: null,
    contributed: [],
  }
}

type Consenting = { request: RequestRow; svcId: string; codeHash: Buffer; clockAheadMs: number }

const maxCovers = 10

/**
 * The same together with the credit consent, in one transaction. The commit comes first: it locks usage and funds, and
 * the event of the consent locks the position of events after them.
 */
const commitWithConsent = async (
  record: CommitRecord,
  consenting: Consenting,
  { pool, billing, consents }: Dependencies,
): Promise<void> => {
  const { applicationId, charge } = record
  for (let attempt = 0; attempt < maxCovers; attempt++) {
    const spent = await inTransaction(pool, (client) =>
      writeWithConsent(client, record, consenting, consents),
    ).catch((error: unknown) => {
      if (error instanceof FundsSpent) return error
      throw error
    })
    if (spent === null) {
      consents.wakeDeliveries(applicationId)
      if (charge && charge.amount > 0)
        billing.onSpent({ applicationId, organizationId: charge.organizationId })
      return
    }
    const payer = { applicationId, organizationId: charge?.organizationId ?? '' }
    const refusal = await billing.cover({ ...payer, amount: charge?.amount ?? 0, spends: true })
    if (refusal) throw new FundsSpent(refusal)
  }
  throw new FundsSpent(null)
}

const writeWithConsent = async (
  client: Parameters<typeof commitWithin>[0],
  record: CommitRecord,
  { request, svcId, codeHash, clockAheadMs }: Consenting,
  consents: SignInDependencies['consents'],
): Promise<null> => {
  const { applicationId } = record
  const [refused] = await commitWithin(client, [record])
  if (refused) throw refused
  const { environment } = request
  const grant = { applicationId, environment, svcId, clockAheadMs }
  const consent = await grantThroughSignIn(client, grant, consents)
  // Without a code, another visit was faster: nothing of this transaction remains.
  if (!(await writeConsentOfCode(client, { applicationId, codeHash }, consent))) throw new AlreadyCompleted()
  return null
}
