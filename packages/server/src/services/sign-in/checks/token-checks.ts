import type { Environment } from '@nani/contract'
import type { Peer } from '@nani/foundation/http/index.ts'
import { auditEffect, pseudonym } from '../../../app/audit/index.ts'
import { type Application, checkSequence, timeOf } from '../../../gateway/gateway/index.ts'
import type { Citizen } from '../../../register/register/index.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import { tokenText } from '../handles.ts'
import { challengeOf, sha256 } from '../hashes.ts'
import { OAuthError } from '../oauth-error.ts'
import { type Parameters, required } from '../parameters.ts'
import { auditedAs, serviceName } from '../sign-in-scopes.ts'
import { readingEntry } from '../tokens/audit-entries.ts'
import { claimsOf } from '../tokens/claims.ts'
import { clientIdOf } from '../tokens/client-id.ts'
import { type CodeRow, redeemedFence, revokeTokenOf } from '../tokens/codes.ts'
import { boundCertificate, isFromApplication, needsCertificate } from './authenticate-client.ts'
import { citizenOfRow, consentOf } from './citizen-of-row.ts'
import { type OAuthChecks, requireSignIn } from './client.ts'

/*
 * The checks of a token request (spec/sign-in#order-at-token). Execution, the documented table and the test of the order
 * are derived from it. The first check that fails determines the answer.
 */

type TokenForm = { parameters: Parameters; authorization: string | undefined }

export type TokenCall = {
  parameters: Parameters
  clientId: string
  environment: Environment
  /** Null: this process itself, which has the application and needs no connection to prove it. */
  peer: Peer | null
  facts: RequestFacts
  /** The application that the client_id names, if it exists. */
  application: Application | null
  /** The certificate of the application was shown. */
  isProven: boolean
}
type Sent = { code: string; redirectUri: string; verifier: string }
type WithClient = TokenCall & { application: Application; certificate: Buffer | null }
type WithCode = WithClient & { sent: Sent; codeHash: Buffer; row: CodeRow }
type WithCitizen = WithCode & { svcId: string; citizen: Citizen }

const invalidGrant = () =>
  new OAuthError('invalid_grant', 'The code is unknown, expired or used, or belongs to another request.')

const readNames = ['grant_type', 'code', 'redirect_uri', 'client_id', 'code_verifier']

/** A failure names no application, and is not counted. */
export const checksOfTokenForm = checkSequence<TokenForm, OAuthChecks>('signIn')
  .check({
    name: 'Repeated parameters',
    rule: 'No parameter occurs twice',
    refusals: ['invalid_request'],
    run: ({ parameters }) => parameters.refuseRepeated(readNames),
  })
  .check({
    name: 'Client name',
    rule: 'The `client_id` is there, and a Basic header has the same name',
    refusals: ['invalid_request'],
    run: ({ parameters, authorization }) => ({ clientId: clientIdOf(parameters, authorization) }),
  })

const authenticateClient = (
  { application, environment, peer }: TokenCall,
  { clock, baseUrl }: Pick<SignInDependencies, 'clock' | 'baseUrl'>,
) => {
  if (application && peer === null) return { application, isProven: true, certificate: null }
  const rule = { needsCertificate: needsCertificate(environment, baseUrl(environment)), clock }
  if (!application || peer === null || !isFromApplication(application, peer, rule))
    throw new OAuthError(
      'invalid_client',
      'The client is unknown, or its certificate or address is not accepted.',
    )
  return { application, isProven: rule.needsCertificate, certificate: boundCertificate(peer, rule) }
}

const checkGrantType = ({ parameters }: TokenCall): void => {
  if (required(parameters, 'grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
}

const sentIn = ({ parameters }: TokenCall): { sent: Sent } => ({
  sent: {
    code: required(parameters, 'code'),
    redirectUri: required(parameters, 'redirect_uri'),
    verifier: required(parameters, 'code_verifier'),
  },
})

const refuseReuse = async (
  { pool }: Pick<SignInDependencies, 'pool'>,
  applicationId: string,
  codeHash: Buffer,
): Promise<never> => {
  await revokeTokenOf(pool, applicationId, codeHash)
  throw invalidGrant()
}

const findCode = async (
  { sent, application }: WithClient & { sent: Sent },
  { reads, pool }: Pick<SignInDependencies, 'reads' | 'pool'>,
) => {
  const codeHash = sha256(sent.code)
  const row = await reads.code(application, codeHash)
  // PostgreSQL stores no character U+0000, so that no registered address has one.
  if (!row || sent.redirectUri.includes('\0')) throw invalidGrant()
  if (row.redeemed) return refuseReuse({ pool }, application.applicationId, codeHash)
  return { codeHash, row }
}

const findCitizen = async (
  { row, application }: WithCode,
  dependencies: Pick<SignInDependencies, 'vault' | 'register'>,
) => {
  const found = await citizenOfRow(row, application, dependencies)
  if (!found) throw invalidGrant()
  return found
}

const redeem = async (
  { sent, clientId, application, certificate, facts, codeHash, row, svcId, citizen }: WithCitizen,
  dependencies: Pick<SignInDependencies, 'pool' | 'reads' | 'writes' | 'clock' | 'random' | 'auditKey'>,
) => {
  const { reads, writes, clock, random, auditKey } = dependencies
  const { applicationId } = application
  const token = tokenText({ applicationId, codeHash }, random.bytes(32).toString('base64url'))
  const redeemedAtMs = clock.now()
  const tokenHash = sha256(token)
  const holder = { citizen, scopes: row.scopes, consent: consentOf(row), nowMs: timeOf(application, clock) }
  const disclosed = claimsOf(holder, 'id_token')
  const redeemed = await writes.redeem(applicationId, {
    id: facts.requestId,
    service: serviceName,
    scopes: disclosed.scopes,
    atMs: redeemedAtMs,
    fence: redeemedFence({
      code_hash: codeHash,
      api_key: clientId,
      redirect_uri: sent.redirectUri,
      code_challenge: challengeOf(sent.verifier),
      token_hash: tokenHash,
      certificate,
    }),
    effects: [
      auditEffect({
        ...readingEntry(application, facts, row),
        ...{ subject: pseudonym(auditKey, svcId), outcome: auditedAs.tokens },
      }),
    ],
  })
  if (!redeemed) return refuseReuse(dependencies, applicationId, codeHash)
  reads.remember.token(applicationId, { ...row, token_hash: tokenHash })
  return { token, redeemedAtMs, claims: disclosed.claims }
}

/** A failure is an audit entry of the application, or counted as failed authentication. */
export const checksOfToken = checkSequence<
  TokenCall,
  OAuthChecks<
    'pool' | 'reads' | 'writes' | 'clock' | 'random' | 'vault' | 'register' | 'auditKey' | 'baseUrl'
  >
>('signIn')
  .check({
    name: 'Client',
    rule: 'The application is of this environment; its address is on the allowlist, and its certificate is shown where one is required',
    refusals: ['invalid_client'],
    run: authenticateClient,
  })
  .check({
    name: 'Enabled sign-in',
    rule: 'Sign-in is enabled on the application and, in production, approved',
    refusals: ['unauthorized_client'],
    run: ({ application }) => requireSignIn(application),
  })
  .check({
    name: 'Grant type',
    rule: 'The `grant_type` is there, and it is `authorization_code`',
    refusals: ['invalid_request', 'unsupported_grant_type'],
    run: checkGrantType,
  })
  .check({
    name: 'Fields',
    rule: 'The `code`, the `redirect_uri` and the `code_verifier` are there',
    refusals: ['invalid_request'],
    run: sentIn,
  })
  .check({
    name: 'Code',
    rule: 'The code was given to the application, and it is unused',
    refusals: ['invalid_grant'],
    run: findCode,
  })
  // Before the code is used up: a register that is away must not cost the citizen the sign-in.
  .check({
    name: 'Citizen',
    rule: 'The citizen can still sign in',
    refusals: ['invalid_grant'],
    run: findCitizen,
  })
  .check({
    name: 'Redemption',
    rule: 'The code has not expired, and the API key, the `redirect_uri` and the `code_verifier` are those of its request',
    refusals: ['invalid_grant'],
    run: redeem,
  })

/** Every check of a token request, in the documented order. */
export const tokenTable = [...checksOfTokenForm.rows, ...checksOfToken.rows]
