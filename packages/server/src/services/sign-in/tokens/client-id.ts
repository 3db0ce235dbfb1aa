import { OAuthError } from '../oauth-error.ts'
import { type Parameters, required } from '../parameters.ts'

/**
 * The client_id of a token request. Many frameworks always send a Basic header. Its name counts as client_id, and its
 * secret is ignored, because no client has a secret (spec/sign-in#sign-in-authentication).
 */
export const clientIdOf = (parameters: Parameters, authorization: string | undefined): string => {
  const name = nameOfBasic(authorization)
  if (name === null) return required(parameters, 'client_id')
  if ((parameters.get('client_id') ?? name) === name) return name
  throw new OAuthError('invalid_request', 'The client_id differs from the name in the Basic header.')
}

/** Null without a Basic header. Name and secret are form-encoded before base64 (RFC 6749 § 2.3.1). */
const nameOfBasic = (authorization: string | undefined): string | null => {
  const [, encoded] = /^Basic +(\S*) *$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return null
  const [name = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    const decoded = decodeURIComponent(name.replaceAll('+', ' '))
    if (decoded !== '') return decoded
  } catch {
    // The text has a percent sign that encodes nothing.
  }
  throw new OAuthError('invalid_request', 'The Basic header does not name a client_id.')
}
