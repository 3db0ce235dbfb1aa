import { receiptKeysPath } from '@nani/contract'
import Type from 'typebox'
import type { PlainRoute } from '../description/index.ts'

/** The public keys of receipts in the API document. `receipts` serves them. */
export const receiptKeysRoute: PlainRoute = {
  path: receiptKeysPath,
  operationId: 'read_receipt_keys',
  tag: 'Receipts',
  summary: 'Read the public keys of receipts',
  description: `
The keys that signed the receipts of this environment, as a JWK set. No signature is needed. A receipt names its key with \`kid\`. An
earlier key stays in the set for ten years, so that a receipt can be verified for as long.
`.trim(),
  answers: [
    {
      status: 200,
      description: 'The key set. It may be cached for an hour.',
      contentType: 'application/json',
      schema: Type.Object({
        keys: Type.Array(
          Type.Object({
            kty: Type.Literal('OKP'),
            crv: Type.Literal('Ed25519'),
            use: Type.Literal('sig'),
            alg: Type.Literal('EdDSA'),
            kid: Type.String(),
            x: Type.String({ description: 'The public key, in base64url.' }),
          }),
        ),
      }),
      example: {
        keys: [
          {
            ...{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: 'v3sT1q8ZayK0_bMr' },
            x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          },
        ],
      },
    },
  ],
}
