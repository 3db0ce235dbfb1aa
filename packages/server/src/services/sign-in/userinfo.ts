import type { Environment } from '@nani/contract'
import type { Peer } from '@nani/foundation/http/index.ts'
import { auditEffect, pseudonym } from '../../app/audit/index.ts'
import { canSignIn } from '../../citizens/citizen-devices/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { boundCertificate, isFromApplication, needsCertificate } from './authenticate-client.ts'
import { mayUseSignIn } from './authorize.ts'
import { claimsOf } from './claims.ts'
import { validTokenFence } from './codes.ts'
import type { RequestFacts, SignInDependencies } from './dependencies.ts'
import { consentOf, readingEntry, svcIdOf } from './exchange-code.ts'
import { readToken, type TokenHandle } from './handles.ts'
import { sha256 } from './hashes.ts'
import { auditedAs, serviceName } from './sign-in-scopes.ts'

type Dependencies = Pick<
  SignInDependencies,
  | 'reads'
  | 'writes'
  | 'clock'
  | 'vault'
  | 'applications'
  | 'register'
  | 'subjectOf'
  | 'auditKey'
  | 'deliverFiles'
  | 'detection'
  | 'baseUrl'
>

/** The claims of an access token, or null if the token or its sender is not accepted (spec/sign-in#userinfo). */
export const createUserinfo =
  (dependencies: Dependencies) =>
  async (
    token: string,
    environment: Environment,
    peer: Peer,
    facts: RequestFacts,
  ): Promise<Record<string, unknown> | null> => {
    const handle = readToken(token)
    const named = handle && (await dependencies.applications.findById(handle.applicationId))
    const application = named?.environment === environment ? named : null
    const claims =
      handle && application && (await claimsFor({ token, handle, application, peer, facts }, dependencies))
    if (!claims)
      dependencies.detection.onAuthenticationFailure({
        keyId: application?.apiKey,
        clientAddress: peer.address,
        code: 'invalid_token',
        applicationId: application?.applicationId ?? null,
      })
    return claims
  }

type Asking = {
  token: string
  handle: TokenHandle
  application: Application
  peer: Peer
  facts: RequestFacts
}

const claimsFor = async (
  { token, handle, application, peer, facts }: Asking,
  dependencies: Dependencies,
): Promise<Record<string, unknown> | null> => {
  const { reads, writes, clock, register, auditKey, deliverFiles, baseUrl } = dependencies
  const { environment } = application
  const rule = { needsCertificate: needsCertificate(environment, baseUrl(environment)), clock }
  if (!mayUseSignIn(application) || !isFromApplication(application, peer, rule)) return null
  const tokenHash = sha256(token)
  const certificate = boundCertificate(peer, rule)
  const row = await reads.token(application.applicationId, { codeHash: handle.codeHash, tokenHash })
  if (!row) return null
  const svcId = svcIdOf(row, application.applicationId, dependencies)
  const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
  if (!citizen || !canSignIn(citizen)) return null
  const nowMs = clock.now()
  const disclosed = claimsOf({ citizen, scopes: row.scopes, consent: consentOf(row), nowMs }, 'userinfo')
  // Nothing is disclosed before its audit entry is written, and nothing for a token that has ended by then.
  const isValid = await writes.disclose(application.applicationId, {
    id: facts.requestId,
    service: serviceName,
    scopes: disclosed.scopes,
    atMs: nowMs,
    fence: validTokenFence({ code_hash: handle.codeHash, token_hash: tokenHash, certificate }),
    effects: [
      auditEffect({
        ...readingEntry(application, facts, row),
        ...{ subject: pseudonym(auditKey, svcId), outcome: auditedAs.claims },
      }),
    ],
  })
  if (!isValid) return null
  const delivered = await deliverFiles.inValue(disclosed.claims, {
    documentDelivery: 'signed_url',
    issuer: { applicationId: application.applicationId, resultId: row.request_id },
    baseUrl: baseUrl(environment),
    nowMs,
  })
  return { sub: dependencies.subjectOf(svcId, application.applicationId), ...delivered }
}
