import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { canonicalJson } from '@nani/contract'
import { SDJwtInstance } from '@sd-jwt/core'

/** A result with every part that a receipt can hide. */
export const receiptResult = {
  id: 'kyc_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  object: 'kyc_validation',
  livemode: false,
  result: 'verified',
  kyc: { basic: { full_name: 'Ngalula Tshibangu Éloïse', age: 36 }, languages: ['fra'] },
  hits: [{ list: 'one' }, { list: 'two' }],
  created_at: '2026-03-03T09:00:00.000Z',
}

/** Receipts of another implementation: the library `@sd-jwt/core`. `claims` change what is signed. */
export const receiptIssuer = (kid = 'test-key') => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const libraryWith = (signAlg: string) =>
    new SDJwtInstance({
      hasher: (data) =>
        new Uint8Array(
          createHash('sha256')
            .update(typeof data === 'string' ? data : new Uint8Array(data))
            .digest(),
        ),
      hashAlg: 'sha-256',
      saltGenerator: (length) => randomBytes(length).toString('base64url'),
      signer: (data) => sign(null, Buffer.from(data), privateKey).toString('base64url'),
      signAlg,
    })
  const issue = (
    claims: Record<string, unknown> = {},
    { alg = 'EdDSA', ...header }: Record<string, unknown> & { alg?: string } = {},
  ) => {
    const { livemode: _open, ...fields } = receiptResult
    const payload = {
      ...fields,
      ...{ iss: 'https://api.example', iat: 1_772_528_400, jti: receiptResult.id, livemode: false },
      ...{ service: 'kyc_validation', application: 'app_one' },
      result_sha256: createHash('sha256').update(canonicalJson(receiptResult)).digest('hex'),
      ...claims,
    }
    const frame = {
      _sd: Object.keys(fields),
      kyc: { _sd: ['basic', 'languages'], basic: { _sd: ['full_name', 'age'] } },
      hits: { _sd: [0, 1] },
    }
    return libraryWith(alg).issue(payload, frame as never, {
      header: { typ: 'nani-receipt+sd-jwt', kid, ...header },
    })
  }
  /** A receipt of exactly this payload and these disclosures, whatever they are. */
  const sealAsIs = (payload: object, disclosures: readonly string[], header: object = {}): string => {
    const parts = [{ alg: 'EdDSA', typ: 'nani-receipt+sd-jwt', kid, ...header }, payload]
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url')
    return `${[`${signed}.${signature}`, ...disclosures].join('~')}~`
  }
  return { issue, sealAsIs, keys: { keys: [{ kty: 'OKP', crv: 'Ed25519', kid, x }] } }
}
