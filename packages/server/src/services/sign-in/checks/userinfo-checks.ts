import type { Environment } from '@nani/contract'
import type { Peer } from '@nani/foundation/http/index.ts'
import { auditEffect, pseudonym } from '../../../app/audit/index.ts'
import { type Application, checkSequence, timeOf } from '../../../gateway/gateway/index.ts'
import type { Citizen } from '../../../register/register/index.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import { readToken, type TokenHandle } from '../handles.ts'
import { sha256 } from '../hashes.ts'
import { OAuthError } from '../oauth-error.ts'
import { auditedAs, serviceName } from '../sign-in-scopes.ts'
import { readingEntry } from '../tokens/audit-entries.ts'
import { claimsOf } from '../tokens/claims.ts'
import { type TokenRow, validTokenFence } from '../tokens/codes.ts'
import { boundCertificate, isFromApplication, needsCertificate } from './authenticate-client.ts'
import { citizenOfRow, consentOf } from './citizen-of-row.ts'
import { mayUseSignIn, type OAuthChecks } from './client.ts'

/*
 * The checks of a userinfo request (spec/sign-in#order-at-userinfo). Execution, the documented table and the test are
 * derived from it. All have the same refusal, so that a caller learns nothing of a token.
 */

export type UserinfoCall = {
  token: string
  environment: Environment
  peer: Peer
  facts: RequestFacts
  /** The application that the token names, once it is known. */
  application?: Application
}
type WithApplication = UserinfoCall & { handle: TokenHandle; application: Application }
type WithClient = WithApplication & { certificate: Buffer | null }
type WithToken = WithClient & { tokenHash: Buffer; row: TokenRow }
type WithCitizen = WithToken & { svcId: string; citizen: Citizen }

const invalidToken = () =>
  new OAuthError('invalid_token', 'The access token is unknown or expired, or of another caller.')

const readHandleOf = ({ token }: UserinfoCall): { handle: TokenHandle } => {
  const handle = readToken(token)
  if (!handle) throw invalidToken()
  return { handle }
}

const findApplication = async (
  { handle, environment }: UserinfoCall & { handle: TokenHandle },
  { applications }: Pick<SignInDependencies, 'applications'>,
): Promise<{ application: Application }> => {
  const application = await applications.findById(handle.applicationId)
  if (application?.environment !== environment) throw invalidToken()
  return { application }
}

const checkEnabled = ({ application }: WithApplication): void => {
  if (!mayUseSignIn(application)) throw invalidToken()
}

const authenticateClient = (
  { application, environment, peer }: WithApplication,
  { clock, baseUrl }: Pick<SignInDependencies, 'clock' | 'baseUrl'>,
) => {
  const rule = { needsCertificate: needsCertificate(environment, baseUrl(environment)), clock }
  if (!isFromApplication(application, peer, rule)) throw invalidToken()
  return { certificate: boundCertificate(peer, rule) }
}

const findToken = async (
  { token, handle: { codeHash }, application }: WithClient,
  { reads }: Pick<SignInDependencies, 'reads'>,
) => {
  const tokenHash = sha256(token)
  const row = await reads.token(application.applicationId, { codeHash, tokenHash })
  if (!row) throw invalidToken()
  return { tokenHash, row }
}

const findCitizen = async (
  { row, application }: WithToken,
  dependencies: Pick<SignInDependencies, 'vault' | 'register'>,
) => {
  const found = await citizenOfRow(row, application, dependencies)
  if (!found) throw invalidToken()
  return found
}

/** Nothing is disclosed before its audit entry is written, and nothing for a token that has ended by then. */
const disclose = async (
  { facts, handle, application, certificate, tokenHash, row, svcId, citizen }: WithCitizen,
  { writes, clock, auditKey }: Pick<SignInDependencies, 'writes' | 'clock' | 'auditKey'>,
) => {
  const nowMs = timeOf(application, clock)
  const disclosed = claimsOf({ citizen, scopes: row.scopes, consent: consentOf(row), nowMs }, 'userinfo')
  const isValid = await writes.disclose(application.applicationId, {
    id: facts.requestId,
    service: serviceName,
    scopes: disclosed.scopes,
    atMs: clock.now(),
    fence: validTokenFence({ code_hash: handle.codeHash, token_hash: tokenHash, certificate }),
    effects: [
      auditEffect({
        ...readingEntry(application, facts, row),
        ...{ subject: pseudonym(auditKey, svcId), outcome: auditedAs.claims },
      }),
    ],
  })
  if (!isValid) throw invalidToken()
  return { claims: disclosed.claims, disclosedAtMs: nowMs }
}

/** A failure is counted as failed authentication. */
export const checksOfUserinfo = checkSequence<
  UserinfoCall,
  OAuthChecks<'applications' | 'reads' | 'writes' | 'clock' | 'vault' | 'register' | 'auditKey' | 'baseUrl'>
>('signIn')
  .check({
    name: 'Form',
    rule: 'The credential has the form of an access token',
    refusals: ['invalid_token'],
    run: readHandleOf,
  })
  .check({
    name: 'Application',
    rule: 'The token names an application of this environment',
    refusals: ['invalid_token'],
    run: findApplication,
  })
  .check({
    name: 'Enabled sign-in',
    rule: 'Sign-in is enabled on the application and, in production, approved',
    refusals: ['invalid_token'],
    run: checkEnabled,
  })
  .check({
    name: 'Client',
    rule: 'The address is on the allowlist of the application, and its certificate is shown where one is required',
    refusals: ['invalid_token'],
    run: authenticateClient,
  })
  .check({
    name: 'Token',
    rule: 'The token was given to the application, and it is valid',
    refusals: ['invalid_token'],
    run: findToken,
  })
  .check({
    name: 'Citizen',
    rule: 'The citizen can still sign in',
    refusals: ['invalid_token'],
    run: findCitizen,
  })
  .check({
    name: 'Disclosure',
    rule: 'The token is still valid when the audit entry is written, and the certificate is the one that redeemed the code',
    refusals: ['invalid_token'],
    run: disclose,
  })

/** Every check of a userinfo request, in the documented order. */
export const userinfoTable = checksOfUserinfo.rows
