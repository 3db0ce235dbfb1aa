import { type ErrorCode, limits, type Receipt, receiptKeysPath, receiptSchema } from '@nani/contract'
import type { EndpointDocs } from './endpoint-docs.ts'
import { pathWords } from './path-words.ts'

/** The form of a receipt, shortened. */
const exampleOf = (id: string): Receipt => ({
  object: 'receipt',
  id,
  receipt:
    'eyJhbGciOiJFZERTQSIsInR5cCI6Im5hbmktcmVjZWlwdCtzZC1qd3QiLCJraWQiOiJ2M3NUMXE4WmF5SzBfYk1yIn0.eyJfc2RfYWxnIjoic2hhLTI1NiJ9.c2lnbmF0dXJl~WyJkM1ZRbU5YdXhCOHJKOUtsIiwicmVzdWx0IiwidmVyaWZpZWQiXQ~',
  issuer: 'https://api.example',
  jwks_uri: `https://api.example${receiptKeysPath}`,
})

/** The receipt of a result: signed proof that a third party can verify. */
export const docsOfReceipt = ({
  path,
  tag,
  result,
  idPrefix,
  refusals,
}: {
  path: string
  tag: string
  /** With its article. */
  result: string
  idPrefix: string
  refusals: readonly ErrorCode[]
}): EndpointDocs => {
  const id = `${idPrefix}_01KJQCCTY0B1F2GR7V5Q0WDX9N`
  return {
    operationId: `read_${pathWords(path)}_receipt`,
    tag,
    summary: `Read the receipt of ${result}`,
    description: `
Signed proof of the result: an SD-JWT (RFC 9901) of the type \`nani-receipt+sd-jwt\`. A third party verifies it with the public
keys at \`GET ${receiptKeysPath}\`, without a call of this API. The holder decides which claims it shows.

- Always open: \`iss\`, \`iat\`, \`jti\`, \`livemode\`, \`service\`, \`application\` and \`result_sha256\`.
- Each field of the result, each block of \`kyc\`, each field of \`kyc.basic\` and each hit can be hidden.
- \`result_sha256\` is the SHA-256 of the result in canonical form (RFC 8785). A file in it is its \`content_type\` and \`sha256\`.
- The same result always has the same receipt. A living resource has a receipt of its current state.

A result has a receipt for as long as it can be read: ${limits.retentionDays} days, or for as long as a living resource exists.
`.trim(),
    path: { id: { description: 'The `id` of the result.', example: id } },
    query: {},
    request: null,
    asynchronous: false,
    answers: [
      {
        status: 200,
        description: 'The receipt.',
        schema: receiptSchema,
        examples: () => ({ receipt: { summary: 'A receipt, shortened', value: exampleOf(id) } }),
      },
    ],
    refusals,
  }
}
