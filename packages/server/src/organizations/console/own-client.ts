import type { Environment } from '@nani/contract'
import type { Clock, IdSource } from '@nani/foundation/core/index.ts'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Application } from '../../gateway/gateway/index.ts'
import { challengeOf, OAuthError, type SignIn, signInPaths } from '../../services/sign-in/index.ts'

type OwnClientNeeds = {
  signIn: Pick<SignIn, 'exchangeCode' | 'publicKeys'>
  clock: Clock
  newId: IdSource
  /** The issuer of an environment. Null: no server listens for it yet. */
  issuerOf(environment: Environment): string | null
}

/** An application of this installation that is a client of its sign-in, such as the console. */
type Client = Pick<Application, 'apiKey' | 'environment'> & { redirectUri: string }

export type OwnClient = ReturnType<typeof createOwnClient>

/**
 * A client of sign-in by OpenID Connect, with PKCE, `state` and `nonce`. The browser goes the usual way. The code is exchanged within
 * the process, with the same checks, so that no certificate and no secret of the client is kept anywhere.
 */
export const createOwnClient = ({ signIn, clock, newId, issuerOf }: OwnClientNeeds) => ({
  /** Where the browser goes. Null: sign-in does not listen. Only `openid` is asked for, so that nothing of the citizen is read. */
  authorizationUrl(
    { apiKey, environment, redirectUri }: Client,
    asked: { state: string; nonce: string; verifier: string; language: string },
  ): string | null {
    const issuer = issuerOf(environment)
    if (issuer === null) return null
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: apiKey, redirect_uri: redirectUri, scope: 'openid' },
      ...{ state: asked.state, nonce: asked.nonce, ui_locales: asked.language },
      ...{ code_challenge: challengeOf(asked.verifier), code_challenge_method: 'S256' },
    })
    return `${issuer}${signInPaths.authorize}?${query}`
  },

  /** The verified claims of the citizen who approved. Null: the answer does not hold. */
  async claimsOf(
    { apiKey, environment, redirectUri }: Client,
    { code, iss }: { code: string; iss: string },
    expected: { nonce: string; verifier: string; address: string },
  ): Promise<(JWTPayload & { sub: string }) | null> {
    const issuer = issuerOf(environment)
    if (issuer === null || iss !== issuer) return null
    const form = new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: apiKey, redirect_uri: redirectUri },
      ...{ code, code_verifier: expected.verifier },
    })
    const facts = {
      ...{ requestId: newId('req'), clientAddress: expected.address },
      ...{ method: 'POST', path: signInPaths.token },
    }
    const request = { form: String(form), authorization: undefined }
    try {
      const { id_token } = await signIn.exchangeCode(request, environment, null, facts)
      const keys = createLocalJWKSet({ keys: await signIn.publicKeys(environment) })
      const { payload } = await jwtVerify(id_token, keys, {
        ...{ issuer, audience: apiKey, algorithms: ['RS256'], currentDate: new Date(clock.now()) },
        requiredClaims: ['sub', 'nonce', 'exp', 'iat', 'auth_time'],
      })
      const { sub, nonce } = payload
      return sub !== undefined && nonce === expected.nonce ? { ...payload, sub } : null
    } catch (error) {
      // The register may be away. The person begins again, so that no other error is needed.
      if (error instanceof OAuthError || isWrongToken(error)) return null
      throw error
    }
  },
})

/** The library names each fault of a token with a code. */
const isWrongToken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^ERR_J(?:WT|WS|WK|OSE)/.test(String(error.code))
