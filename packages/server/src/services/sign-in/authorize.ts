import type { Environment } from '@nani/contract'
import { canIdentify } from '../../citizens/citizen-devices/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { readUsage } from '../../money/metering/index.ts'
import { callbackUrl, serverError } from './callback.ts'
import type { SignInDependencies } from './dependencies.ts'
import { type Handle, handleText } from './handles.ts'
import { sha256 } from './hashes.ts'
import { OAuthError } from './oauth-error.ts'
import { maxCharacters, type Parameters, readParameters, storable } from './parameters.ts'
import { newShownNumber } from './shown-number.ts'
import { readScopes, serviceName } from './sign-in-scopes.ts'

/** Where an authorize request came from. */
export type BrowserFacts = { address: string; userAgent: string }

/** What the application knows of the person: a number that the field of the page has at first, and languages. */
export type Hints = { number: string | null; languages: string | null }

export type Authorized =
  /** The page of the request. The browser keeps the secret in a cookie. */
  | { next: 'page'; handle: string; secret: string; hints: Hints }
  | { next: 'redirect'; location: string }
  /** An internal error. The redirect names it `server_error`, and the application may send the browser again. */
  | { next: 'fault'; location: string; fault: unknown }
  /** An error page. It never redirects. */
  | { next: 'refuse'; error: OAuthError }

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

type Dependencies = Pick<
  SignInDependencies,
  | 'pool'
  | 'writes'
  | 'places'
  | 'clock'
  | 'random'
  | 'newId'
  | 'vault'
  | 'applications'
  | 'billing'
  | 'baseUrl'
>

/** Checks an authorize request in the documented order and opens a sign-in (spec/sign-in#order-at-authorize). */
export const createAuthorize =
  (dependencies: Dependencies) =>
  async (query: string, environment: Environment, browser: BrowserFacts): Promise<Authorized> => {
    const parameters = readParameters(query)
    let application: Application
    let redirectUri: string
    try {
      application = await clientOf(parameters, environment, dependencies)
      redirectUri = redirectUriOf(parameters, application)
    } catch (error) {
      if (error instanceof OAuthError) return { next: 'refuse', error }
      throw error
    }
    const way = { redirectUri, state: parameters.get('state'), issuer: dependencies.baseUrl(environment) }
    try {
      const checked = checkParameters(parameters, application)
      await checkQuota(application, dependencies)
      await checkFunds(application, dependencies)
      if (parameters.get('prompt')?.split(' ').includes('none'))
        throw new OAuthError('login_required', 'The citizen must always approve. prompt=none is impossible.')
      const opened = await open({ ...checked, application, redirectUri, environment, browser }, dependencies)
      return { next: 'page', ...opened, hints: hintsIn(parameters) }
    } catch (error) {
      if (error instanceof OAuthError) {
        const answer = { error: error.code, error_description: error.message }
        return { next: 'redirect', location: callbackUrl(way, answer) }
      }
      return { next: 'fault', location: serverError(way), fault: error }
    }
  }

/** A hint that can identify no one is no hint: an application writes no other text into the field. */
const hintsIn = (parameters: Parameters): Hints => {
  const number = parameters.get('login_hint')
  return {
    number: number !== null && canIdentify(number) ? number : null,
    languages: parameters.get('ui_locales'),
  }
}

const clientOf = async (
  parameters: Parameters,
  environment: Environment,
  { applications }: Dependencies,
): Promise<Application> => {
  const application = await findClient(parameters.get('client_id'), environment, applications)
  if (application === null)
    throw new OAuthError('invalid_client', 'The client_id matches no application of this environment.')
  return application
}

/** The application of a client_id, if it is of this environment. */
export const findClient = async (
  clientId: string | null,
  environment: Environment,
  applications: SignInDependencies['applications'],
): Promise<Application | null> => {
  // Text of another form is no key, and the database is not asked.
  const prefix = environment === 'production' ? 'key_live_' : 'key_test_'
  if (clientId === null || !clientId.startsWith(prefix) || !/^[\w]{10,64}$/.test(clientId)) return null
  const application = await applications.findByApiKey(clientId)
  return application?.environment === environment ? application : null
}

const redirectUriOf = (parameters: Parameters, { redirectUris }: Application): string => {
  const redirectUri = parameters.get('redirect_uri')
  if (redirectUri === null || !redirectUris.has(redirectUri))
    throw new OAuthError('invalid_request', 'The redirect_uri is not registered for the application.')
  return redirectUri
}

type CheckedParameters = {
  state: string | null
  nonce: string | null
  scopes: string[]
  codeChallenge: string
}

const checkParameters = (parameters: Parameters, application: Application): CheckedParameters => {
  parameters.refuseRepeated(readNames)
  if (parameters.has('request'))
    throw new OAuthError('request_not_supported', 'The parameter request is not supported.')
  if (parameters.has('request_uri'))
    throw new OAuthError('request_uri_not_supported', 'The parameter request_uri is not supported.')
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'The response_mode must be query.')
  checkFreshness(parameters)
  const state = storable('state', parameters.get('state'), maxCharacters.state)
  const nonce = storable('nonce', parameters.get('nonce'), maxCharacters.nonce)
  checkResponseType(parameters)
  const codeChallenge = challengeIn(parameters)
  requireSignIn(application)
  return { state, nonce, codeChallenge, scopes: readScopes(parameters.get('scope'), application) }
}

const prompts = ['none', 'login', 'consent', 'select_account']

/** Every sign-in is fresh, so that valid values change nothing, except `none`. */
const checkFreshness = (parameters: Parameters): void => {
  const asked = (parameters.get('prompt') ?? '').split(' ').filter((word) => word !== '')
  if (!asked.every((word) => prompts.includes(word)))
    throw new OAuthError(
      'invalid_request',
      `The parameter prompt has only these values: ${prompts.join(', ')}.`,
    )
  if (!/^\d+$/.test(parameters.get('max_age') ?? '0'))
    throw new OAuthError('invalid_request', 'The max_age must be a whole number of at least 0.')
}

const checkResponseType = (parameters: Parameters): void => {
  const responseType = parameters.get('response_type')
  if (responseType === null)
    throw new OAuthError('invalid_request', 'The parameter response_type is required.')
  if (responseType !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.')
}

/** A SHA-256 in base64url without padding. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/

const challengeIn = (parameters: Parameters): string => {
  const challenge = parameters.get('code_challenge')
  if (challenge === null) throw new OAuthError('invalid_request', 'The parameter code_challenge is required.')
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.')
  if (!challengeForm.test(challenge))
    throw new OAuthError(
      'invalid_request',
      'The code_challenge must be the SHA-256 of the verifier in base64url.',
    )
  return challenge
}

/** Whether the application may sign citizens in. */
export const mayUseSignIn = ({ environment, services, approvedServices }: Application): boolean =>
  services.has(serviceName) && (environment === 'sandbox' || approvedServices.has(serviceName))

/** @throws {OAuthError} `unauthorized_client`, also when an approval was withdrawn while a citizen signed in. */
export const requireSignIn = (application: Application): void => {
  if (!mayUseSignIn(application))
    throw new OAuthError('unauthorized_client', 'Federated sign-in is not enabled on the application.')
}

/** Refuses early what is surely over the quota. The commit of the code decides. */
const checkQuota = async (
  { applicationId, quotas }: Application,
  { pool, clock }: Dependencies,
): Promise<void> => {
  const quota = quotas.get(serviceName)
  if (!quota) return
  const used = await readUsage(pool, { applicationId, service: serviceName, atMs: clock.now() }, quota)
  if (used >= quota.limit)
    throw new OAuthError('temporarily_unavailable', 'The quota of the application is used up.')
}

/** Refuses early what the organization surely cannot pay. The commit of the code decides. */
const checkFunds = async (
  { applicationId, organizationId, environment }: Application,
  { clock, billing }: Dependencies,
): Promise<void> => {
  if (environment !== 'production') return
  const call = { organizationId, environment, item: serviceName, mode: 'single', scopes: [] } as const
  const { base: amount } = billing.quote({ ...call, atMs: clock.now() })
  if (amount > 0 && (await billing.cover({ applicationId, organizationId, amount, spends: false })))
    throw new OAuthError('temporarily_unavailable', 'The funds of the application are used up.')
}

type Opening = CheckedParameters & {
  application: Application
  redirectUri: string
  environment: Environment
  browser: BrowserFacts
}

const open = async (
  { application, redirectUri, environment, browser, ...checked }: Opening,
  { writes, places, random, newId, vault }: Dependencies,
): Promise<{ handle: string; secret: string }> => {
  const handle: Handle = { applicationId: application.applicationId, requestId: newId('sgn') }
  if (!places.take(handle.requestId, handle.applicationId, browser.address))
    throw new OAuthError(
      'temporarily_unavailable',
      'Too many sign-ins of this network or this application have no answer yet. Try again in a minute.',
    )
  const secret = random.bytes(32).toString('base64url')
  const sealedBrowser = vault.seal(Buffer.from(JSON.stringify(browser)), browserContext(handle))
  await writes.open({
    ...handle,
    ...checked,
    ...{ environment, redirectUri, sealedBrowser },
    apiKey: application.apiKey,
    browserHash: sha256(secret),
    shownNumber: newShownNumber(random),
  })
  return { handle: handleText(handle), secret }
}

export const browserContext = ({ applicationId, requestId }: Handle) =>
  `sign-in browser ${applicationId} ${requestId}`
export const citizenContext = ({ applicationId, requestId }: Handle) =>
  `sign-in citizen ${applicationId} ${requestId}`
