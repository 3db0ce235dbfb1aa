import Type, { type Static } from 'typebox'

/** The type of a receipt, in the header `typ` of its SD-JWT. */
export const receiptType = 'nani-receipt+sd-jwt'

/** The key sets are public: the path of the one of an environment. */
export const receiptKeysPath = '/v1/receipts/jwks.json'

/** The claims of a receipt that no holder can hide. Every other claim is a field of the result. */
export const openReceiptClaims = [
  ...(['iss', 'iat', 'jti', 'livemode'] as const),
  ...(['service', 'application', 'result_sha256'] as const),
]

/** Where results are read: the path of the service, by the prefix of their ids. */
export const resultPaths: Readonly<Record<string, string>> = {
  kyc: '/v1/kyc/validations',
  face: '/v1/face/recognitions',
  crs: '/v1/credit/scores',
  cnr: '/v1/credit/consents',
  aml: '/v1/aml/screenings',
  frd: '/v1/fraud/reports',
  age: '/v1/age/verifications',
  kyb: '/v1/kyb/verifications',
}

export const receiptSchema = Type.Object({
  object: Type.Literal('receipt'),
  id: Type.String({ description: 'The `id` of the result.' }),
  receipt: Type.String({
    description:
      'An SD-JWT (RFC 9901) with all its disclosures, signed with Ed25519. The same result always has the same receipt.',
  }),
  issuer: Type.String({ description: 'The claim `iss` of the receipt.' }),
  jwks_uri: Type.String({
    format: 'uri',
    description: 'The public keys of receipts. No signature is needed.',
  }),
})
/** The signed proof of a result. */
export type Receipt = Static<typeof receiptSchema>
