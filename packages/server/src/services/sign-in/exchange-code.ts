import type { Environment } from '@nani/contract'
import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { Peer } from '@nani/foundation/http/index.ts'
import { type AuditEntry, auditEffect, pseudonym } from '../../app/audit/index.ts'
import { canSignIn } from '../../citizens/citizen-devices/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { boundCertificate, isFromApplication, needsCertificate } from './authenticate-client.ts'
import { citizenContext, findClient, requireSignIn } from './authorize.ts'
import { authenticationClaims, type ConsentClaim, claimsOf } from './claims.ts'
import { clientIdOf } from './client-id.ts'
import { type CodeRow, redeemedFence, revokeTokenOf, tokenSeconds } from './codes.ts'
import type { RequestFacts, SignInDependencies } from './dependencies.ts'
import { tokenText } from './handles.ts'
import { challengeOf, sha256 } from './hashes.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, readParameters, required } from './parameters.ts'
import { auditedAs, serviceName, signInPurpose } from './sign-in-scopes.ts'

export type TokenResponse = {
  access_token: string
  id_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

const idTokenSeconds = 300
const readNames = ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier']

const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The code is unknown, expired or used, or belongs to another request.')

type Dependencies = Pick<
  SignInDependencies,
  | 'pool'
  | 'reads'
  | 'writes'
  | 'clock'
  | 'random'
  | 'vault'
  | 'applications'
  | 'register'
  | 'keys'
  | 'subjectOf'
  | 'auditKey'
  | 'audit'
  | 'detection'
  | 'baseUrl'
>

/** A token request: its form, and the header `Authorization`. */
export type TokenRequest = { form: string; authorization: string | undefined }

/** Exchanges a code for tokens (spec/sign-in#token-request). */
export const createExchangeCode = (dependencies: Dependencies) => {
  const { applications, clock, baseUrl } = dependencies
  const redeem = createRedeem(dependencies)

  return async (
    { form, authorization }: TokenRequest,
    environment: Environment,
    peer: Peer,
    facts: RequestFacts,
  ): Promise<TokenResponse> => {
    const parameters = readParameters(form)
    parameters.refuseRepeated(readNames)
    const clientId = clientIdOf(parameters, authorization)
    const application = await findClient(clientId, environment, applications)
    const rule = { needsCertificate: needsCertificate(environment, baseUrl(environment)), clock }
    const caller = { clientId, application, facts, isProven: false }
    try {
      if (!application || !isFromApplication(application, peer, rule))
        throw new OAuthError(
          'invalid_client',
          'The client is unknown, or its certificate or address is not accepted.',
        )
      caller.isProven = rule.needsCertificate
      requireSignIn(application)
      const sent = { ...sentIn(parameters), clientId, certificate: boundCertificate(peer, rule) }
      return await redeem(sent, application, facts)
    } catch (error) {
      if (error instanceof OAuthError) recordRefused(caller, error, dependencies)
      throw error
    }
  }
}

type Sent = {
  clientId: string
  code: string
  redirectUri: string
  verifier: string
  certificate: Buffer | null
}

const sentIn = (parameters: Parameters): Pick<Sent, 'code' | 'redirectUri' | 'verifier'> => {
  if (required(parameters, 'grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
  return {
    code: required(parameters, 'code'),
    redirectUri: required(parameters, 'redirect_uri'),
    verifier: required(parameters, 'code_verifier'),
  }
}

type Caller = {
  clientId: string
  application: Application | null
  facts: RequestFacts
  /** The certificate of the application was shown. */
  isProven: boolean
}

/**
 * A refusal is an audit entry if the application is the caller. Strangers could otherwise write any number of entries,
 * which are kept for 400 days: their refusals are counted as failed authentication.
 */
const recordRefused = (
  { clientId, application, facts, isProven }: Caller,
  error: OAuthError,
  { audit, detection, clock }: Pick<Dependencies, 'audit' | 'detection' | 'clock'>,
): void => {
  if (application && isProven) audit.record(refusedEntry(application, facts, error, clock.now()))
  else
    detection.onAuthenticationFailure({
      keyId: clientId,
      clientAddress: facts.clientAddress,
      code: error.code,
      applicationId: application?.applicationId ?? null,
    })
}

const createRedeem = (dependencies: Dependencies) => {
  const { reads, writes, clock, random, register, keys } = dependencies
  return async (sent: Sent, application: Application, facts: RequestFacts): Promise<TokenResponse> => {
    const { applicationId, environment } = application
    const codeHash = sha256(sent.code)
    const row = await reads.code(application, codeHash)
    // PostgreSQL stores no character U+0000, so that no registered address has one.
    if (!row || sent.redirectUri.includes('\0')) throw invalidGrant()
    if (row.redeemed) return refuseReuse(dependencies, applicationId, codeHash)
    const svcId = svcIdOf(row, applicationId, dependencies)
    // Before the code is used up: a register that is away must not cost the citizen the sign-in.
    const citizen = await register.findCitizen({ type: 'svc_id', value: svcId }, environment)
    if (!citizen || !canSignIn(citizen)) throw invalidGrant()
    const token = tokenText({ applicationId, codeHash }, random.bytes(32).toString('base64url'))
    const atMs = clock.now()
    const tokenHash = sha256(token)
    const disclosed = claimsOf(
      { citizen, scopes: row.scopes, consent: consentOf(row), nowMs: atMs },
      'id_token',
    )
    const redeemed = await writes.redeem(applicationId, {
      id: facts.requestId,
      service: serviceName,
      scopes: disclosed.scopes,
      atMs,
      fence: redeemedFence({
        code_hash: codeHash,
        api_key: sent.clientId,
        redirect_uri: sent.redirectUri,
        code_challenge: challengeOf(sent.verifier),
        token_hash: tokenHash,
        certificate: sent.certificate,
      }),
      effects: [
        auditEffect({
          ...readingEntry(application, facts, row),
          ...{ subject: pseudonym(dependencies.auditKey, svcId), outcome: auditedAs.tokens },
        }),
      ],
    })
    if (!redeemed) return refuseReuse(dependencies, applicationId, codeHash)
    reads.remember.token(applicationId, { ...row, token_hash: tokenHash })
    const issuedAt = Math.floor(atMs / 1000)
    return {
      access_token: token,
      id_token: await keys[environment].sign(row.kid, {
        iss: dependencies.baseUrl(environment),
        sub: dependencies.subjectOf(svcId, applicationId),
        aud: sent.clientId,
        exp: issuedAt + idTokenSeconds,
        iat: issuedAt,
        ...(row.nonce !== null && { nonce: row.nonce }),
        ...authenticationClaims(row, citizen),
        ...disclosed.claims,
      }),
      token_type: 'Bearer',
      expires_in: tokenSeconds,
      scope: row.scopes.join(' '),
    }
  }
}

const refuseReuse = async (
  { pool }: Dependencies,
  applicationId: string,
  codeHash: Buffer,
): Promise<never> => {
  await revokeTokenOf(pool, applicationId, codeHash)
  throw invalidGrant()
}

export const svcIdOf = (
  { request_id, sealed_citizen }: Pick<CodeRow, 'request_id' | 'sealed_citizen'>,
  applicationId: string,
  { vault }: Pick<SignInDependencies, 'vault'>,
): string => vault.open(sealed_citizen, citizenContext({ applicationId, requestId: request_id })).toString()

export const consentOf = ({
  consent_id,
  consent_expires_at,
}: Pick<CodeRow, 'consent_id' | 'consent_expires_at'>): ConsentClaim | null =>
  consent_id && consent_expires_at
    ? { consentId: consent_id, expiresAt: rfc3339(consent_expires_at.getTime()) }
    : null

const originOf = ({ apiKey }: Application, { requestId, clientAddress, method, path }: RequestFacts) => ({
  actor: 'application' as const,
  api_key: apiKey,
  request_id: requestId,
  client_address: clientAddress,
  method,
  path,
})

/** The entry of a response with data of a citizen. */
export const readingEntry = (
  application: Application,
  facts: RequestFacts,
  { request_id }: Pick<CodeRow, 'request_id'>,
) => ({
  ...originOf(application, facts),
  http_status: 200,
  error_code: null,
  purpose: signInPurpose,
  makesResult: false,
  read_ids: [request_id],
})

const refusedEntry = (
  application: Application,
  facts: RequestFacts,
  { code }: OAuthError,
  atMs: number,
): AuditEntry => ({
  ...originOf(application, facts),
  application_id: application.applicationId,
  at_ms: atMs,
  service: serviceName,
  scopes: null,
  http_status: 400,
  error_code: code,
  purpose: null,
  outcome: null,
  subject: null,
  read_ids: null,
})
