import { canonicalJson, openReceiptClaims, receiptType } from '@nani/contract'
import { bytesOf, isObject, type ParsedReceipt, parseReceipt, sha256 } from './parse-receipt.ts'
import { invalidReceipt } from './receipt-errors.ts'
import { resolveClaims } from './resolve-claims.ts'

/** A JWK set, as `GET /v1/receipts/jwks.json` returns it. */
export type JwkSet = { keys: readonly Record<string, unknown>[] }

export type VerifyReceiptOptions = {
  /** The address of the installation: the expected `iss`. Absent: any issuer whose key is in the set. */
  issuer?: string
}

export type VerifiedReceipt = {
  /** The key that signed it. */
  kid: string
  issuer: string
  /** The id of the result. */
  id: string
  /** The object name, such as `kyc_validation`. */
  service: string
  application: string
  livemode: boolean
  /** When the result was made. */
  issuedAt: Date
  resultSha256: string
  /** The fields of the result that the holder shows. */
  fields: Record<string, unknown>
  /** The whole result, if nothing is hidden. Its SHA-256 was compared with `resultSha256`. */
  result: Record<string, unknown> | null
}

/**
 * Verifies a receipt without a call of the API, on Web Crypto. It rejects with a NaniReceiptError if the receipt was
 * altered or signed by another key, or shows a claim that was not signed.
 *
 * @example
 * const keys = await (await fetch('https://api.example/v1/receipts/jwks.json')).json()
 * const { fields, issuedAt } = await verifyReceipt(receipt, keys, { issuer: 'https://api.example' })
 * if (fields.result === 'verified') console.log(issuedAt)
 */
export const verifyReceipt = async (
  receipt: string,
  keys: JwkSet,
  { issuer }: VerifyReceiptOptions = {},
): Promise<VerifiedReceipt> => {
  const parsed = await parseReceipt(receipt)
  const kid = await verifySignature(parsed, keys)
  const { claims, isComplete } = resolveClaims(parsed)
  const open = readOpenClaims(parsed.payload)
  if (issuer !== undefined && open.issuer !== issuer) throw invalidReceipt('it has another issuer')
  const fields = Object.fromEntries(Object.entries(claims).filter(([name]) => !isOpen.has(name)))
  const result = isComplete ? await wholeResult(fields, open) : null
  return { kid, ...open, fields, result }
}

const isOpen: ReadonlySet<string> = new Set(openReceiptClaims)

const verifySignature = async ({ header, jwt }: ParsedReceipt, keys: JwkSet): Promise<string> => {
  const { alg, typ, kid } = header
  if (alg !== 'EdDSA' || typ !== receiptType || typeof kid !== 'string' || 'crit' in header)
    throw invalidReceipt('it is not a receipt of Nani')
  const listed: unknown = keys?.keys
  if (!Array.isArray(listed)) throw new TypeError('keys must be a JWK set: { "keys": [...] }')
  const jwk = listed.find((key) => isObject(key) && key.kid === kid)
  if (!jwk) throw invalidReceipt(`its key ${kid} is not in the key set`)
  const { kty, crv, x } = jwk
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string')
    throw invalidReceipt(`its key ${kid} is not a key of Ed25519`)
  const key = await importKey({ kty, crv, x })
  const end = jwt.lastIndexOf('.')
  const signature = bytesOf(jwt.slice(end + 1))
  const valid = await crypto.subtle.verify(
    'Ed25519',
    key,
    signature,
    new TextEncoder().encode(jwt.slice(0, end)),
  )
  if (!valid) throw invalidReceipt('its signature is not valid')
  return kid
}

const importKey = async (jwk: { kty: string; crv: string; x: string }) => {
  try {
    return await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw error
    throw invalidReceipt('its key in the key set is malformed')
  }
}

type OpenClaims = Omit<VerifiedReceipt, 'kid' | 'fields' | 'result'>

const readOpenClaims = (payload: Record<string, unknown>): OpenClaims => {
  const { iss, iat, jti, livemode, service, application, result_sha256: resultSha256 } = payload
  const texts = [iss, jti, service, application, resultSha256]
  if (
    texts.some((text) => typeof text !== 'string') ||
    typeof iat !== 'number' ||
    typeof livemode !== 'boolean'
  )
    throw invalidReceipt('an open claim is missing')
  return {
    ...{ issuer: iss as string, id: jti as string, service: service as string },
    ...{ application: application as string, livemode, resultSha256: resultSha256 as string },
    issuedAt: new Date(iat * 1000),
  }
}

/** `livemode` is open, and is a field of every result except a consent. */
const wholeResult = async (fields: Record<string, unknown>, { livemode, resultSha256 }: OpenClaims) => {
  for (const result of [{ ...fields, livemode }, fields]) {
    if (hex(await sha256(canonicalJson(result))) === resultSha256) return result
  }
  throw invalidReceipt('its fields are not the result that was signed')
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
