import type { Environment } from '@nani/contract'
import type { Peer } from '@nani/foundation/http/index.ts'
import { findClient } from '../checks/client.ts'
import { checksOfToken, checksOfTokenForm, type TokenCall } from '../checks/token-checks.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import { OAuthError } from '../oauth-error.ts'
import { readParameters } from '../parameters.ts'
import { refusedEntry } from './audit-entries.ts'
import { authenticationClaims } from './claims.ts'
import { tokenSeconds } from './codes.ts'

export type TokenResponse = {
  access_token: string
  id_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
}

const idTokenSeconds = 300

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

/** Exchanges a code for tokens (spec/sign-in#token-request). `peer` null: the console, which is a client within this process. */
export const createExchangeCode =
  (dependencies: Dependencies) =>
  async (
    { form, authorization }: TokenRequest,
    environment: Environment,
    peer: Peer | null,
    facts: RequestFacts,
  ): Promise<TokenResponse> => {
    const request = { parameters: readParameters(form), authorization }
    const { parameters, clientId } = await checksOfTokenForm.run(request, dependencies)
    const application = await findClient(clientId, environment, dependencies.applications)
    const call: TokenCall = {
      ...{ parameters, clientId, environment, peer, facts, application },
      isProven: false,
    }
    try {
      return await responseTo(await checksOfToken.run(call, dependencies), dependencies)
    } catch (error) {
      if (error instanceof OAuthError) recordRefused(call, error, dependencies)
      throw error
    }
  }

/**
 * A refusal is an audit entry if the application is the caller. Strangers could otherwise write any number of entries,
 * which are kept for 400 days: their refusals are counted as failed authentication.
 */
const recordRefused = (
  { clientId, application, facts, isProven }: TokenCall,
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

type Redeemed = Awaited<ReturnType<typeof checksOfToken.run>>

const responseTo = async (
  { row, token, claims, citizen, svcId, clientId, redeemedAtMs, application }: Redeemed,
  { keys, baseUrl, subjectOf }: Dependencies,
): Promise<TokenResponse> => {
  const { applicationId, environment } = application
  const issuedAt = Math.floor(redeemedAtMs / 1000)
  return {
    access_token: token,
    id_token: await keys[environment].sign(row.kid, {
      iss: baseUrl(environment),
      sub: subjectOf(svcId, applicationId),
      aud: clientId,
      exp: issuedAt + idTokenSeconds,
      iat: issuedAt,
      ...(row.nonce !== null && { nonce: row.nonce }),
      ...authenticationClaims(row, citizen),
      ...claims,
    }),
    token_type: 'Bearer',
    expires_in: tokenSeconds,
    scope: row.scopes.join(' '),
  }
}
