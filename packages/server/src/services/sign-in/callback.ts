import type { SignInDependencies } from './dependencies.ts'
import type { OAuthErrorCode } from './oauth-error.ts'
import type { RequestRow } from './requests/requests.ts'

/** Where the browser returns, with what it returns in any case (spec/sign-in#callback). */
export type WayBack = { redirectUri: string; state: string | null; issuer: string }

type Answer = { code: string } | { error: OAuthErrorCode; error_description: string }

/**
 * The address to which the browser returns. It contains a code or an error, never both, and the issuer (RFC 9207). An
 * application that uses several providers sees from the issuer which of them answers.
 */
export const callbackUrl = ({ redirectUri, state, issuer }: WayBack, answer: Answer): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer }))
    if (value !== null) parameters.append(name, value)
  // The registered address stays as it is, with its own query.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`
}

export const wayBackOf = (
  { redirect_uri: redirectUri, state, environment }: RequestRow,
  { baseUrl }: Pick<SignInDependencies, 'baseUrl'>,
): WayBack => ({ redirectUri, state, issuer: baseUrl(environment) })

export const serverError = (way: WayBack): string =>
  callbackUrl(way, { error: 'server_error', error_description: 'An internal error. A retry is safe.' })

/** The three causes are not distinguished. */
export const accessDenied = (way: WayBack): string =>
  callbackUrl(way, { error: 'access_denied', error_description: 'The sign-in was not approved.' })

/**
 * The site of the application, without any parameter. A browser without the cookie of a request may learn neither its
 * `state` nor its result.
 */
export const siteOf = ({ redirect_uri }: Pick<RequestRow, 'redirect_uri'>): string =>
  `${new URL(redirect_uri).origin}/`
