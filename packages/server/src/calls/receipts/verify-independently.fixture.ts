import { createHash } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'

type KeySet = Parameters<typeof createLocalJWKSet>[0]

/** Verifies a receipt with `@sd-jwt/core` and `jose`, which the product does not use for it. Returns its claims. */
export const verifyIndependently = async (
  receipt: string,
  keys: KeySet,
): Promise<Record<string, unknown>> => {
  const keyOf = createLocalJWKSet(keys)
  const library = new SDJwtInstance({
    hasher: (data) =>
      new Uint8Array(
        createHash('sha256')
          .update(typeof data === 'string' ? data : new Uint8Array(data))
          .digest(),
      ),
    hashAlg: 'sha-256',
    verifier: async (data, signature) => {
      await compactVerify(`${data}.${signature}`, keyOf)
      return true
    },
  })
  const { payload } = await library.verify(receipt)
  return payload as Record<string, unknown>
}

export const headerOf = (receipt: string) => decodeProtectedHeader(receipt.split('~')[0] as string)

/** The claims that can be hidden, as the library reads them: the name, or null for an element of an array. */
export const disclosedNames = (receipt: string): (string | null)[] =>
  receipt
    .split('~')
    .slice(1, -1)
    .map((encoded) => JSON.parse(Buffer.from(encoded, 'base64url').toString()) as unknown[])
    .map((parts) => (parts.length === 3 ? (parts[1] as string) : null))
