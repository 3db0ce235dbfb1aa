import { canonicalLineNames, canonicalLines, type SignedRequest } from '@nani/contract'
import { sha256Hex, verifySignature } from '@nani/contract/node'
import { Refusal } from '../../core/index.ts'
import { type Check, established, type Visit } from '../visit.ts'

/** Decisions §1, compared in constant time. The sandbox shows what it saw, so that a newcomer finds the mistake. */
export const checkSignature: Check = (visit) => {
  const { secretKey, environment } = established(visit.application)
  const lines = canonicalLines(signedRequest(visit))
  if (!verifySignature(secretKey, lines.join('\n'), established(visit.headers).signature)) {
    throw new Refusal('invalid_signature', environment === 'sandbox' ? explain(lines) : {})
  }
  visit.verified = true
}

const signedRequest = ({ request, headers, rawBody }: Visit): SignedRequest => {
  const { timestamp, nonce, iv, idempotencyKey, prefer } = established(headers)
  return {
    method: request.method,
    target: request.target,
    timestamp,
    nonce,
    iv,
    idempotencyKey,
    prefer,
    bodySha256: sha256Hex(rawBody),
  }
}

// All nine lines are values that the caller sent, or a digest of them: none holds a key.
const explain = (lines: string[]) => ({
  hint: 'These are the nine lines that the server joined with line feeds; compare them with yours, then check that the key is the 32 bytes decoded from the base64url part of the Secret Key.',
  canonical_lines: lines.map((value, index) => ({ line: index + 1, name: canonicalLineNames[index], value })),
})
