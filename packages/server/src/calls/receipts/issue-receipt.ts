import { createHmac, hash, type KeyObject } from 'node:crypto'
import { canonicalJson, type Environment, type Receipt, receiptKeysPath, receiptType } from '@nani/contract'
import { idTime } from '@nani/foundation/core/index.ts'
import { hideClaims } from './hide-claims.ts'
import type { ReceiptKeys } from './receipt-keys.ts'

/** A stored result, or a living resource as it is now. Its files are represented by their SHA-256. */
export type ReceiptSubject = {
  applicationId: string
  environment: Environment
  result: Record<string, unknown>
}

/** Issues the receipt of a result. The same result always gets the same receipt. */
export type IssueReceipt = (subject: ReceiptSubject) => Promise<Receipt>

export type ReceiptDependencies = {
  keys: Readonly<Record<Environment, Pick<ReceiptKeys, 'keyOf'>>>
  /** Derives the salts of disclosures. */
  saltKey: KeyObject
  baseUrl(environment: Environment): string
}

const saltBytes = 16

export const createIssueReceipt =
  ({ keys, saltKey, baseUrl }: ReceiptDependencies): IssueReceipt =>
  async ({ applicationId, environment, result }) => {
    const id = String(result.id)
    const resultHash = hash('sha256', canonicalJson(result))
    const { digests, disclosures } = hideClaims(result, {
      // With the hash of the result: no two states of a living resource share a salt.
      saltOf: (path) =>
        createHmac('sha256', saltKey)
          .update(canonicalJson([environment, applicationId, id, resultHash, ...path]))
          .digest()
          .subarray(0, saltBytes)
          .toString('base64url'),
      digestOf: (disclosure) => hash('sha256', disclosure, 'base64url'),
    })
    const payload = canonicalJson({
      iss: baseUrl(environment),
      iat: Math.floor(Date.parse(String(result.created_at)) / 1000),
      jti: id,
      livemode: environment === 'production',
      service: result.object,
      application: applicationId,
      result_sha256: resultHash,
      _sd_alg: 'sha-256',
      _sd: digests,
    })
    const { sign } = await keys[environment].keyOf(madeAt(id))
    const jwt = await sign(payload, receiptType)
    return {
      object: 'receipt',
      id,
      receipt: `${[jwt, ...disclosures].join('~')}~`,
      issuer: baseUrl(environment),
      jwks_uri: baseUrl(environment) + receiptKeysPath,
    }
  }

/** The time in the id is real time. `created_at` may be of a moved test clock. */
const madeAt = (id: string): number => {
  const atMs = idTime(id.slice(0, id.indexOf('_')), id)
  if (atMs === null) throw new Error('a result has an id without a time')
  return atMs
}
