import { generateKeyPairSync } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { createSharedRead, type Random } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import { CompactSign, type CryptoKey, importJWK, type JWK } from 'jose'
import type pg from 'pg'

/** A public key, as the key set lists it. */
export type PublicReceiptKey = {
  kty: 'OKP'
  crv: 'Ed25519'
  use: 'sig'
  alg: 'EdDSA'
  kid: string
  x: string
}

/** The key of one receipt. */
export type ReceiptSigner = {
  /** The compact JWS of a payload, with the header `typ`. */
  sign(payload: string, typ: string): Promise<string>
}

export type ReceiptKeys = {
  /** Creates the first key of the environment. */
  ensure(): Promise<void>
  /** The keys of the last ten years, the newest first. */
  publicKeys(): Promise<PublicReceiptKey[]>
  /** The key that was in force at this time. */
  keyOf(atMs: number): Promise<ReceiptSigner>
}

export type ReceiptKeyDependencies = { pool: pg.Pool; vault: Vault; random: Random }

export const receiptKeyUse = 'receipt-keys'
export const receiptKeyYears = 10

const contextOf = (environment: Environment, kid: string) => `receipt key ${environment} ${kid}`

/** Adds a key that signs the receipts of results from `startsAt` on; null: from now on. */
export const addReceiptKey = async (
  database: Database,
  environment: Environment,
  { vault, random, startsAt }: Omit<ReceiptKeyDependencies, 'pool'> & { startsAt: Date | null },
): Promise<string> => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  // Random, so that it says nothing about the key.
  const kid = random.bytes(12).toString('base64url')
  const sealed = vault.seal(Buffer.from(JSON.stringify(jwk)), contextOf(environment, kid))
  await database.query(
    `insert into receipt_keys (environment, kid, sealed_key, public_key, starts_at)
     values ($1, $2, $3, $4, coalesce($5, clock_timestamp()))
     on conflict (environment) where ends_at is null do nothing`,
    [environment, kid, sealed, jwk.x, startsAt],
  )
  return kid
}

/*
 * The first key that had not ended. It does not depend on the time of the request, so that a later key changes no receipt.
 * A result from before the first key has the first one.
 */
const keysAt = `select kid, public_key, sealed_key from receipt_keys
  where environment = $1 and (ends_at is null or ends_at > $2) order by starts_at`

const listed = `select kid, public_key, sealed_key from receipt_keys
  where environment = $1 and (ends_at is null or ends_at > now() - make_interval(years => $2))
  order by starts_at desc, kid`

type Row = { kid: string; public_key: string; sealed_key: Buffer }

/**
 * The private key of a row. Null: this installation did not make the row. Anyone with the password of the database can write one, and
 * its public key must not pass for one of ours.
 */
const openKey = (
  environment: Environment,
  vault: Vault,
  { kid, public_key, sealed_key }: Row,
): JWK | null => {
  try {
    const jwk = JSON.parse(vault.open(sealed_key, contextOf(environment, kid)).toString()) as JWK
    return jwk.x === public_key ? jwk : null
  } catch {
    return null
  }
}

export const openReceiptKeys = (
  environment: Environment,
  { pool, vault, random }: ReceiptKeyDependencies,
): ReceiptKeys => ({
  async ensure() {
    const { rowCount } = await pool.query(
      'select from receipt_keys where environment = $1 and ends_at is null',
      [environment],
    )
    if (rowCount === 0) await addReceiptKey(pool, environment, { vault, random, startsAt: null })
  },
  // Not remembered: a key that another process has just created must be listed at once.
  publicKeys: createSharedRead(async () => {
    const { rows } = await pool.query<Row>(listed, [environment, receiptKeyYears])
    const own = rows.filter((row) => openKey(environment, vault, row))
    return own.map(({ kid, public_key }): PublicReceiptKey => {
      return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid, x: public_key }
    })
  }),
  async keyOf(atMs) {
    const { rows } = await pool.query<Row>({
      name: 'receipt-keys-at',
      text: keysAt,
      values: [environment, new Date(atMs)],
    })
    const found = rows
      .map((row) => ({ kid: row.kid, jwk: openKey(environment, vault, row) }))
      .find(({ jwk }) => jwk !== null)
    if (!found?.jwk) throw new Error(`there is no receipt key of ${environment}`)
    const { kid, jwk } = found
    const key = (await importJWK(jwk, 'EdDSA')) as CryptoKey
    return {
      sign: (payload, typ) =>
        new CompactSign(Buffer.from(payload)).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(key),
    }
  },
})
