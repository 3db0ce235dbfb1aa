import type { OAuthErrorCode } from './oauth-error.ts'

type Answer =
  | { code: string; state: string | null }
  | { error: OAuthErrorCode; error_description: string; state: string | null }

/** The address to which the browser returns. It contains a code or an error, never both (spec/sign-in#callback). */
export const callbackUrl = (redirectUri: string, answer: Answer): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(answer)) if (value !== null) parameters.append(name, value)
  // The registered address stays as it is, with its own query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`
}

export const serverError = (redirectUri: string, state: string | null): string =>
  callbackUrl(redirectUri, {
    error: 'server_error',
    error_description: 'An internal error. A retry is safe.',
    state,
  })

/** The three causes are not distinguished. */
export const accessDenied = (redirectUri: string, state: string | null): string =>
  callbackUrl(redirectUri, {
    error: 'access_denied',
    error_description: 'The sign-in was not approved.',
    state,
  })
