import { DecryptionError, decodeIv, decryptBody } from '@nani/contract/node'
import { findPayload, parseBounded, Refusal, unescapeInPlace } from '@nani/foundation/core/index.ts'
import type { CheckDependencies } from '../check-dependencies.ts'
import { formOf, isLarge, openLarge } from '../large-body.ts'
import type {
  RequestContext,
  WithApplication,
  WithBody,
  WithContent,
  WithEndpoint,
  WithHeaders,
  WithParsedBody,
} from '../request-context.ts'

type EnvelopeContext = RequestContext & WithEndpoint & WithHeaders & WithApplication & WithBody

/** See spec/wire#encryption. A large body is decrypted and parsed in one step, outside the event loop. */
export const decrypt = (
  context: EnvelopeContext,
  { openLargeBody }: Pick<CheckDependencies, 'openLargeBody'>,
): WithContent | Promise<WithContent> =>
  isLarge(context)
    ? openLarge(context, openLargeBody)
    : { content: { kind: 'plaintext', plaintext: openEnvelope(context) } }

/** Opens the wrapper and the AES-256-GCM payload. A request has no additional data. */
const openEnvelope = ({ rawBody, endpoint, headers, application }: EnvelopeContext): Buffer | null => {
  if (rawBody.length === 0) {
    if (endpoint.body === 'required') throw new Refusal('malformed_body')
    return null
  }
  const range = findPayload(rawBody)
  const end = range.isEscaped ? unescapeInPlace(rawBody, range) : range.end
  try {
    const iv = decodeIv(headers.iv)
    const payload = rawBody.toString('latin1', range.start, end)
    return decryptBody(application.payloadKey, iv, payload)
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error
    throw new Refusal(error.reason === 'encoding' ? 'malformed_body' : 'decryption_failed')
  }
}

/** spec/errors#codes-of-the-request `malformed_body`: not JSON, not an object, or of more structure than any legal request. */
export const parsePlaintext = ({ content, endpoint }: WithEndpoint & WithContent): WithParsedBody => {
  if (content.kind === 'opened') return { body: content.body }
  const { plaintext } = content
  return { body: plaintext === null ? null : parseBounded(plaintext, formOf(endpoint).structure) }
}
