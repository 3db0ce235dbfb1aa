/** The endpoint that returns a code. */
type Place = 'authorize' | 'token' | 'userinfo'
type OAuthErrorEntry = { at: readonly Place[]; cause: string }

/** The codes of spec/sign-in#oauth-errors, and those of RFC 6749, RFC 6750 and OpenID Connect that the page names. */
export const oauthErrors = {
  invalid_request: {
    at: ['authorize', 'token', 'userinfo'],
    cause: 'A required parameter is missing, invalid or repeated. At userinfo: no access token was sent.',
  },
  invalid_client: {
    at: ['authorize', 'token'],
    cause:
      'No application of the environment has the `client_id`. At the token endpoint also: the client certificate is missing or foreign, or the address is outside the allowlist. The authorize endpoint shows an error page.',
  },
  invalid_grant: {
    at: ['token'],
    cause: 'The code is unknown, expired or used, or belongs to another request.',
  },
  invalid_token: {
    at: ['userinfo'],
    cause: 'The access token is unknown or expired, or the call does not come from its application.',
  },
  unauthorized_client: {
    at: ['authorize', 'token'],
    cause: 'Federated sign-in is not enabled on the application.',
  },
  access_denied: {
    at: ['authorize'],
    cause: 'The citizen declined, failed the face check or did not answer in 60 seconds.',
  },
  unsupported_response_type: { at: ['authorize'], cause: 'The `response_type` is not `code`.' },
  unsupported_grant_type: { at: ['token'], cause: 'The `grant_type` is not `authorization_code`.' },
  invalid_scope: {
    at: ['authorize'],
    cause: 'A scope does not exist or is not granted to the application, or `openid` is missing.',
  },
  login_required: {
    at: ['authorize'],
    cause: 'The request has `prompt=none`. The citizen must always approve.',
  },
  request_not_supported: { at: ['authorize'], cause: 'The request has the parameter `request`.' },
  request_uri_not_supported: { at: ['authorize'], cause: 'The request has the parameter `request_uri`.' },
  temporarily_unavailable: {
    at: ['authorize'],
    cause:
      'The quota of the application is used up, or in production its funds. Also: too many sign-ins of the network or the application have no answer yet. Try again in a minute.',
  },
  server_error: { at: ['authorize', 'token', 'userinfo'], cause: 'An internal error. A retry is safe.' },
} as const satisfies Record<string, OAuthErrorEntry>

export type OAuthErrorCode = keyof typeof oauthErrors

/** The codes that an endpoint returns. */
export const oauthErrorsAt = (place: Place): OAuthErrorCode[] =>
  (Object.entries(oauthErrors) as [OAuthErrorCode, OAuthErrorEntry][])
    .filter(([, { at }]) => at.includes(place))
    .map(([code]) => code)

/** A refusal of a sign-in endpoint. The description is for developers. It has only the characters that RFC 6749 allows. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}
