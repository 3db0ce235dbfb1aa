import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Environment } from '@nani/contract'
import { createSharedRead, type Random } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import { type CryptoKey, importJWK, type JWK, SignJWT } from 'jose'
import type pg from 'pg'

/** A public key, as the key set lists it (spec/sign-in#signing-keys). */
export type PublicKey = { kty: 'RSA'; use: 'sig'; alg: 'RS256'; kid: string; n: string; e: string }

export type SigningKeys = {
  /** Creates the first key of an environment. */
  ensure(): Promise<void>
  /** The keys that are valid now, the newest first. */
  publicKeys(): Promise<PublicKey[]>
  /** Signs the claims with the key of this id. */
  sign(kid: string, claims: Record<string, unknown>): Promise<string>
}

export type SigningKeyDependencies = {
  pool: pg.Pool
  /** Seals the private keys. */
  vault: Vault
  random: Random
}

type NewKey = { kid: string; modulus: string; exponent: string; privateJwk: string }

const modulusBits = 2_048
const generate = promisify(generateKeyPair)

/** RSA-2048. The id of the key is random, so that it says nothing about the key. */
const newKey = async (random: Random): Promise<NewKey> => {
  const { privateKey } = (await generate('rsa', { modulusLength: modulusBits })) as { privateKey: KeyObject }
  const jwk = privateKey.export({ format: 'jwk' })
  return {
    kid: random.bytes(12).toString('base64url'),
    modulus: jwk.n as string,
    exponent: jwk.e as string,
    privateJwk: JSON.stringify(jwk),
  }
}

const contextOf = (environment: Environment, kid: string) => `sign-in key ${environment} ${kid}`

/** Adds a key that signs from now on. The transaction holds the lock of the environment. */
export const addKey = async (
  database: Database,
  environment: Environment,
  { vault, random }: Omit<SigningKeyDependencies, 'pool'>,
): Promise<string> => {
  const { kid, modulus, exponent, privateJwk } = await newKey(random)
  const sealed = vault.seal(Buffer.from(privateJwk), contextOf(environment, kid))
  await database.query(
    `insert into sign_in_keys (environment, kid, sealed_key, modulus, exponent)
     values ($1, $2, $3, $4, $5) on conflict (environment) where ends_at is null do nothing`,
    [environment, kid, sealed, modulus, exponent],
  )
  return kid
}

const maxRememberedKeys = 8

export const openSigningKeys = (
  environment: Environment,
  { pool, vault, random }: SigningKeyDependencies,
): SigningKeys => {
  const remembered = new Map<string, Promise<CryptoKey>>()

  const privateKey = async (kid: string): Promise<CryptoKey> => {
    const { rows } = await pool.query<{ sealed_key: Buffer }>(
      'select sealed_key from sign_in_keys where environment = $1 and kid = $2',
      [environment, kid],
    )
    if (!rows[0]) throw new Error(`there is no signing key ${kid}`)
    const jwk = JSON.parse(vault.open(rows[0].sealed_key, contextOf(environment, kid)).toString()) as JWK
    return (await importJWK(jwk, 'RS256')) as CryptoKey
  }

  const keyOf = (kid: string): Promise<CryptoKey> => {
    const known = remembered.get(kid)
    if (known) return known
    if (remembered.size >= maxRememberedKeys) remembered.clear()
    const loading = privateKey(kid)
    loading.catch(() => remembered.delete(kid))
    remembered.set(kid, loading)
    return loading
  }

  return {
    async ensure() {
      const { rowCount } = await pool.query(
        'select from sign_in_keys where environment = $1 and ends_at is null',
        [environment],
      )
      if (rowCount === 0) await addKey(pool, environment, { vault, random })
    },
    // Not remembered: a key that another process has just created must be listed at once.
    publicKeys: createSharedRead(async () => {
      const { rows } = await pool.query<{ kid: string; modulus: string; exponent: string }>(
        `select kid, modulus, exponent from sign_in_keys
         where environment = $1 and (ends_at is null or ends_at > now()) order by created_at desc, kid`,
        [environment],
      )
      return rows.map(
        ({ kid, modulus, exponent }): PublicKey => ({
          ...{ kty: 'RSA', use: 'sig', alg: 'RS256', kid },
          ...{ n: modulus, e: exponent },
        }),
      )
    }),
    // The signature is calculated in the thread pool of Node.js, not on the main thread.
    sign: async (kid, claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(await keyOf(kid)),
  }
}
