import { canonicalLineNames, canonicalLines, type SignedRequest } from '@nani/contract'
import { sha256Hex, verifySignature } from '@nani/contract/node'
import { Refusal } from '@nani/foundation/core/index.ts'
import type {
  RequestContext,
  WithApplication,
  WithBody,
  WithHeaders,
  WithValidSignature,
} from '../request-context.ts'

type SignatureContext = RequestContext & WithHeaders & WithApplication & WithBody

const verified: WithValidSignature = { verified: true }

/** spec/wire#signature, compared in constant time. The sandbox returns the lines, so that a developer finds the mistake. */
export const checkSignature = (context: SignatureContext): WithValidSignature => {
  const { secretKey, environment } = context.application
  const lines = canonicalLines(signedRequest(context))
  if (!verifySignature(secretKey, lines.join('\n'), context.headers.signature)) {
    throw new Refusal('invalid_signature', environment === 'sandbox' ? explain(lines) : {})
  }
  return verified
}

const signedRequest = ({ request, headers, rawBody, bodySha256 }: SignatureContext): SignedRequest => ({
  method: request.method,
  target: request.target,
  timestamp: headers.timestamp,
  nonce: headers.nonce,
  iv: headers.iv,
  idempotencyKey: headers.idempotencyKey,
  prefer: headers.prefer,
  bodySha256: bodySha256 ?? sha256Hex(rawBody),
})

// The caller sent all nine lines, except a digest of what it sent. None contains a key.
const explain = (lines: string[]) => ({
  hint: 'The server joined these nine lines with line feeds. Compare them with yours. Then check that the key is the 32 bytes decoded from the base64url part of the Secret Key.',
  canonical_lines: lines.map((value, index) => ({ line: index + 1, name: canonicalLineNames[index], value })),
})
