import { generateKeyPairSync } from 'node:crypto'
import type { Clock } from '@nani/foundation/core/index.ts'
import { exportJWK, SignJWT } from 'jose'
import { challengeOf, OAuthError, type SignIn } from '../../../services/sign-in/index.ts'

type Claims = Record<string, unknown>
type Spoil = (claims: Claims) => Promise<string>
/** What a citizen approved, by its code. */
export type IssuedCode = { clientId: string; redirectUri: string; challenge: string; claims: Claims }

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** A key for all worlds of a process, made at its first use: most tests need none, and take less time than to make it. */
const lazyKey = () => {
  let made: ReturnType<typeof newKey> | undefined
  return () => {
    made ??= newKey()
    return made
  }
}
const ownKey = lazyKey()
const foreignKey = lazyKey()

/**
 * A sign-in service that approves at once, with keys of its own. It checks a code as the product does. `spoilWith` changes what it signs,
 * which the product never does: a client must refuse it.
 */
export const openIdentityService = (clock: Clock) => {
  const issued = new Map<string, IssuedCode>()
  let codes = 0
  const sign = async (claims: Claims, key = ownKey()) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', typ: 'JWT' }).sign(key.privateKey)

  let spoil: Spoil | null = null
  const signIn: Pick<SignIn, 'exchangeCode' | 'publicKeys'> = {
    async publicKeys() {
      const jwk = await exportJWK(ownKey().publicKey)
      return [{ ...jwk, kid: 'own', alg: 'RS256', use: 'sig' }] as never
    },
    async exchangeCode({ form }) {
      const given = new URLSearchParams(form)
      const code = issued.get(given.get('code') ?? '')
      issued.delete(given.get('code') ?? '')
      const isRight =
        code?.clientId === given.get('client_id') &&
        code?.redirectUri === given.get('redirect_uri') &&
        code?.challenge === challengeOf(given.get('code_verifier') ?? '')
      if (!code || !isRight) throw new OAuthError('invalid_grant', 'The code is wrong.')
      const token = await (spoil?.(code.claims) ?? sign(code.claims))
      return { access_token: 'a', id_token: token, token_type: 'Bearer', expires_in: 300, scope: 'openid' }
    },
  }

  return {
    ...{ signIn, sign, foreignKey, issued },
    spoilWith(changed: Spoil | null) {
      spoil = changed
    },
    /** A citizen approves what an address asks for. Returns what the browser brings back. */
    approve(address: string, subject: string) {
      const { origin, searchParams } = new URL(address)
      const read = (name: string) => searchParams.get(name) ?? ''
      const code = `code-${++codes}`
      const nowSeconds = Math.floor(clock.now() / 1_000)
      issued.set(code, {
        ...{ clientId: read('client_id'), redirectUri: read('redirect_uri') },
        challenge: read('code_challenge'),
        claims: {
          ...{ iss: origin, aud: read('client_id'), sub: subject, nonce: read('nonce'), amr: ['test'] },
          ...{ iat: nowSeconds, exp: nowSeconds + 300, auth_time: nowSeconds, acr: 'LOA3' },
        },
      })
      return { code, state: read('state'), iss: origin }
    },
  }
}
