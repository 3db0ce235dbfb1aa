import type { Environment } from '@nani/contract'
import { auditEffect, pseudonym } from '../../audit/index.ts'
import { canSignIn } from '../../citizen-devices/index.ts'
import type { Peer } from '../../http/index.ts'
import { isFromApplication, needsCertificate } from './authenticate-client.ts'
import { mayUseSignIn } from './authorize.ts'
import { claimsOf } from './claims.ts'
import { validTokenFence } from './codes.ts'
import type { RequestFacts, SignInDependencies } from './dependencies.ts'
import { consentOf, readingEntry, svcIdOf } from './exchange-code.ts'
import { readToken } from './handles.ts'
import { sha256 } from './hashes.ts'
import { registerScopes, serviceName } from './sign-in-scopes.ts'

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
    const { reads, writes, clock, applications, register, auditKey, deliverFiles, baseUrl } = dependencies
    const handle = readToken(token)
    const application = handle && (await applications.findById(handle.applicationId))
    if (!handle || application?.environment !== environment || !mayUseSignIn(application)) return null
    const rule = { needsCertificate: needsCertificate(environment, baseUrl(environment)), clock }
    if (!isFromApplication(application, peer, rule)) return null
    const tokenHash = sha256(token)
    const row = await reads.token(application.applicationId, { codeHash: handle.codeHash, tokenHash })
    if (!row) return null
    const svcId = svcIdOf(row, application.applicationId, dependencies)
    const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
    if (!citizen || !canSignIn(citizen)) return null
    const nowMs = clock.now()
    const claims = claimsOf({ citizen, scopes: row.scopes, consent: consentOf(row), nowMs }, 'userinfo')
    // Nothing is disclosed before its audit entry is written, and nothing for a token that has ended by then.
    const isValid = await writes.disclose(application.applicationId, {
      id: facts.requestId,
      service: serviceName,
      scopes: registerScopes(row.scopes),
      atMs: nowMs,
      fence: validTokenFence({ code_hash: handle.codeHash, token_hash: tokenHash }),
      effects: [auditEffect(readingEntry(application, facts, row, pseudonym(auditKey, svcId)))],
    })
    if (!isValid) return null
    const delivered = await deliverFiles.inValue(claims, {
      documentDelivery: 'signed_url',
      issuer: { applicationId: application.applicationId, resultId: row.request_id },
      baseUrl: baseUrl(environment),
      nowMs,
    })
    return { sub: dependencies.subjectOf(svcId, application.applicationId), ...delivered }
  }
