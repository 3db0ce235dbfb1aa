import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '@nani/foundation/core/index.ts'
import type { createInstallationSecrets } from '@nani/foundation/storage/index.ts'
import { importJWK, type JWK, SignJWT } from 'jose'

/** The key with which an installation names itself to push services (RFC 8292). */
export type VapidKey = {
  /** The uncompressed point, base64url. A browser binds its subscription to it. */
  publicKey: string
  /** The value of `Authorization` for a request to this address. */
  authorizationFor(endpoint: string): Promise<string>
}

type Dependencies = {
  secrets: ReturnType<typeof createInstallationSecrets>
  clock: Clock
  /** An address at which push services reach the operator. */
  contact: string
}

const generate = promisify(generateKeyPair)
const secretName = 'vapid_key'

/** The key of the installation, made at its first start. The first process that writes one decides. */
const readOrCreate = async (secrets: Dependencies['secrets']): Promise<JWK> => {
  const kept = await secrets.read(secretName)
  if (kept !== undefined) return JSON.parse(kept) as JWK
  const { privateKey } = (await generate('ec', { namedCurve: 'P-256' })) as { privateKey: KeyObject }
  return JSON.parse(await secrets.keepFirst(secretName, JSON.stringify(privateKey.export({ format: 'jwk' }))))
}

const pointOf = (jwk: JWK): Buffer => {
  const { x, y } = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x as string, 'base64url'),
    Buffer.from(y as string, 'base64url'),
  ])
}

const validSeconds = 12 * 3_600
const usedForMs = 3_600_000
const maxRemembered = 100

export const openVapidKey = async ({ secrets, clock, contact }: Dependencies): Promise<VapidKey> => {
  const jwk = await readOrCreate(secrets)
  const key = await importJWK(jwk, 'ES256')
  const publicKey = pointOf(jwk).toString('base64url')
  // A token names the origin of the push service, so that one service cannot use it at another.
  const remembered = new Map<string, { token: Promise<string>; atMs: number }>()

  const sign = (audience: string): Promise<string> =>
    new SignJWT({ sub: contact })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(audience)
      .setExpirationTime(Math.floor(clock.now() / 1_000) + validSeconds)
      .sign(key)

  const tokenFor = (audience: string): Promise<string> => {
    const known = remembered.get(audience)
    if (known && clock.now() - known.atMs < usedForMs) return known.token
    if (remembered.size >= maxRemembered) remembered.clear()
    const token = sign(audience)
    remembered.set(audience, { token, atMs: clock.now() })
    return token
  }

  return {
    publicKey,
    authorizationFor: async (endpoint) =>
      `vapid t=${await tokenFor(new URL(endpoint).origin)}, k=${publicKey}`,
  }
}
