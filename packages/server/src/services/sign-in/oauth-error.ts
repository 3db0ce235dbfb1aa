/** The codes of spec/sign-in#oauth-errors, and those of RFC 6749 and OpenID Connect that the page names. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'temporarily_unavailable'
  | 'server_error'

/** A refusal of a sign-in endpoint. The description is for developers. It has only the characters that RFC 6749 allows. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode

  constructor(code: OAuthErrorCode, description: string) {
    super(description)
    this.name = 'OAuthError'
    this.code = code
  }
}
