import type { Environment } from '@nani/contract'
import { type Application, checkSequence } from '../../../gateway/gateway/index.ts'
import { readUsage } from '../../../money/metering/index.ts'
import type { SignInDependencies } from '../dependencies.ts'
import type { Handle } from '../handles.ts'
import { OAuthError } from '../oauth-error.ts'
import { maxCharacters, type Parameters, storable } from '../parameters.ts'
import { readScopes, serviceName } from '../sign-in-scopes.ts'
import { findClient, type OAuthChecks, requireSignIn } from './client.ts'

/*
 * The checks of an authorize request (spec/sign-in#order-at-authorize). Execution, the documented table and the test of
 * the order are derived from it. The first check that fails determines the answer.
 */

type AuthorizeRequest = { parameters: Parameters; environment: Environment; address: string }
type WithApplication = { application: Application }

const clientOf = async (
  { parameters, environment }: AuthorizeRequest,
  { applications }: Pick<SignInDependencies, 'applications'>,
): Promise<WithApplication> => {
  const application = await findClient(parameters.get('client_id'), environment, applications)
  if (application === null)
    throw new OAuthError('invalid_client', 'The client_id matches no application of this environment.')
  return { application }
}

const redirectUriOf = ({ parameters, application }: AuthorizeRequest & WithApplication) => {
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === null || !application.redirectUris.has(redirectUri))
    throw new OAuthError('invalid_request', 'The redirect_uri is not registered for the application.')
  return { redirectUri }
}

/** A failure shows an error page. It never redirects. */
export const checksBeforeRedirect = checkSequence<AuthorizeRequest, OAuthChecks<'applications'>>('signIn')
  .check({
    name: 'Client',
    rule: 'The `client_id` is the API key of an application of this environment; otherwise an error page appears',
    refusals: ['invalid_client'],
    run: clientOf,
  })
  .check({
    name: 'Redirect address',
    rule: 'The `redirect_uri` is registered for the application; otherwise an error page appears',
    refusals: ['invalid_request'],
    run: redirectUriOf,
  })

/** The parameters that are read. Any other is ignored, also if it occurs twice. */
const readNames = [
  ...[
    'response_type',
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'code_challenge_method',
  ],
  ...['nonce', 'prompt', 'max_age', 'request', 'request_uri', 'response_mode', 'login_hint', 'ui_locales'],
]

const checkRequestObject = ({ parameters }: AuthorizeRequest): void => {
  if (parameters.has('request'))
    throw new OAuthError('request_not_supported', 'The parameter request is not supported.')
  if (parameters.has('request_uri'))
    throw new OAuthError('request_uri_not_supported', 'The parameter request_uri is not supported.')
}

const checkResponseMode = ({ parameters }: AuthorizeRequest): void => {
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'The response_mode must be query.')
}

const promptsOf = (parameters: Parameters): string[] =>
  (parameters.get('prompt') ?? '').split(' ').filter((word) => word !== '')

const prompts = ['none', 'login', 'consent', 'select_account']

/** Every sign-in is fresh, so that valid values change nothing, except `none`. */
const checkFreshness = ({ parameters }: AuthorizeRequest): void => {
  if (!promptsOf(parameters).every((word) => prompts.includes(word)))
    throw new OAuthError(
      'invalid_request',
      `The parameter prompt has only these values: ${prompts.join(', ')}.`,
    )
  if (!/^\d+$/.test(parameters.get('max_age') ?? '0'))
    throw new OAuthError('invalid_request', 'The max_age must be a whole number of at least 0.')
}

const storedOf = ({ parameters }: AuthorizeRequest) => ({
  state: storable('state', parameters.get('state'), maxCharacters.state),
  nonce: storable('nonce', parameters.get('nonce'), maxCharacters.nonce),
})

const checkResponseType = ({ parameters }: AuthorizeRequest): void => {
  const responseType = parameters.get('response_type')
  if (responseType === null)
    throw new OAuthError('invalid_request', 'The parameter response_type is required.')
  if (responseType !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
}

/** A SHA-256 in base64url without padding. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/

const challengeIn = ({ parameters }: AuthorizeRequest) => {
  const challenge = parameters.get('code_challenge')
  if (challenge === null) throw new OAuthError('invalid_request', 'The parameter code_challenge is required.')
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  if (!challengeForm.test(challenge))
    throw new OAuthError(
      'invalid_request',
      'The code_challenge must be the SHA-256 of the verifier in base64url.',
    )
  return { codeChallenge: challenge }
}

/** Refuses early what is surely over the quota. The commit of the code decides. */
const checkQuota = async (
  { application: { applicationId, quotas } }: WithApplication,
  { pool, clock }: Pick<SignInDependencies, 'pool' | 'clock'>,
): Promise<void> => {
  const quota = quotas.get(serviceName)
  if (!quota) return
  const used = await readUsage(pool, { applicationId, service: serviceName, atMs: clock.now() }, quota)
  if (used >= quota.limit)
    throw new OAuthError('temporarily_unavailable', 'The quota of the application is used up.')
}

/** Refuses early what the organization surely cannot pay. The commit of the code decides. */
const checkFunds = async (
  { application: { applicationId, organizationId, environment } }: WithApplication,
  { clock, billing }: Pick<SignInDependencies, 'clock' | 'billing'>,
): Promise<void> => {
  if (environment !== 'production') return
  const call = { organizationId, environment, item: serviceName, mode: 'single', scopes: [] } as const
  const { base: amount } = billing.quote({ ...call, atMs: clock.now() })
  if (amount > 0 && (await billing.cover({ applicationId, organizationId, amount, spends: false })))
    throw new OAuthError('temporarily_unavailable', 'The funds of the application are used up.')
}

const checkApproval = ({ parameters }: AuthorizeRequest): void => {
  if (promptsOf(parameters).includes('none'))
    throw new OAuthError('login_required', 'The citizen must always approve. prompt=none is impossible.')
}

const takePlace = (
  { application, address }: AuthorizeRequest & WithApplication,
  { places, newId }: Pick<SignInDependencies, 'places' | 'newId'>,
): { handle: Handle } => {
  const handle: Handle = { applicationId: application.applicationId, requestId: newId('sgn') }
  if (!places.take(handle.requestId, handle.applicationId, address))
    throw new OAuthError(
      'temporarily_unavailable',
      'Too many sign-ins of this network or this application have no answer yet. Try again in a minute.',
    )
  return { handle }
}

/** A failure sends the browser back to the application. */
export const checksOfAuthorize = checkSequence<
  AuthorizeRequest & WithApplication & { redirectUri: string },
  OAuthChecks<'pool' | 'clock' | 'billing' | 'places' | 'newId'>
>('signIn')
  .check({
    name: 'Repeated parameters',
    rule: 'No parameter occurs twice',
    refusals: ['invalid_request'],
    run: ({ parameters }) => parameters.refuseRepeated(readNames),
  })
  .check({
    name: 'Request object',
    rule: 'The request has neither `request` nor `request_uri`',
    refusals: ['request_not_supported', 'request_uri_not_supported'],
    run: checkRequestObject,
  })
  .check({
    name: 'Response mode',
    rule: 'A `response_mode` is `query`',
    refusals: ['invalid_request'],
    run: checkResponseMode,
  })
  .check({
    name: 'Freshness',
    rule: 'The values of `prompt` are known, and `max_age` is a whole number of at least 0',
    refusals: ['invalid_request'],
    run: checkFreshness,
  })
  .check({
    name: 'State and nonce',
    rule: 'The `state` has at most 1,024 characters, the `nonce` at most 512, and neither has U+0000',
    refusals: ['invalid_request'],
    run: storedOf,
  })
  .check({
    name: 'Response type',
    rule: 'The `response_type` is there, and it is `code`',
    refusals: ['invalid_request', 'unsupported_response_type'],
    run: checkResponseType,
  })
  .check({
    name: 'PKCE',
    rule: 'The `code_challenge` is a SHA-256 in base64url, and its method is `S256`',
    refusals: ['invalid_request'],
    run: challengeIn,
  })
  .check({
    name: 'Enabled sign-in',
    rule: 'Sign-in is enabled on the application and, in production, approved',
    refusals: ['unauthorized_client'],
    run: ({ application }) => requireSignIn(application),
  })
  .check({
    name: 'Scopes',
    rule: 'The scope has `openid`, and every scope exists and is granted to the application',
    refusals: ['invalid_scope'],
    run: ({ parameters, application }) => ({ scopes: readScopes(parameters.get('scope'), application) }),
  })
  .check({
    name: 'Quota',
    rule: 'The sign-ins of the period are within the quota',
    refusals: ['temporarily_unavailable'],
    run: checkQuota,
  })
  .check({
    name: 'Funds',
    rule: 'In production, the wallet of the organization covers the sign-in',
    refusals: ['temporarily_unavailable'],
    run: checkFunds,
  })
  .check({
    name: 'Approval',
    rule: 'The request has no `prompt=none`: the citizen must always approve',
    refusals: ['login_required'],
    run: checkApproval,
  })
  .check({
    name: 'Open requests',
    rule: 'A place is free for a further open request of the network and of the application',
    refusals: ['temporarily_unavailable'],
    run: takePlace,
  })

/** Every check of an authorize request, in the documented order. */
export const authorizeTable = [...checksBeforeRedirect.rows, ...checksOfAuthorize.rows]
