import type { Environment } from '@nani/contract'
import { canIdentify } from '../../citizens/citizen-devices/index.ts'
import { callbackUrl, serverError } from './callback.ts'
import { checksBeforeRedirect, checksOfAuthorize } from './checks/authorize-checks.ts'
import type { SignInDependencies } from './dependencies.ts'
import { type Handle, handleText } from './handles.ts'
import { sha256 } from './hashes.ts'
import { OAuthError } from './oauth-error.ts'
import { type Parameters, readParameters } from './parameters.ts'
import { newShownNumber } from './shown-number.ts'

/** Where an authorize request came from. */
export type BrowserFacts = { address: string; userAgent: string }

/** What the application knows of the person: a number that the field of the page has at first, and languages. */
export type Hints = { number: string | null; languages: string | null }

export type Authorized =
  /** The page of the request. The browser keeps the secret in a cookie. */
  | { next: 'page'; handle: string; secret: string; hints: Hints }
  | { next: 'redirect'; location: string; error: OAuthError }
  /** An internal error. The redirect names it `server_error`, and the application may send the browser again. */
  | { next: 'fault'; location: string; fault: unknown }
  /** An error page. It never redirects. */
  | { next: 'refuse'; error: OAuthError }

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
    const request = { parameters, environment, address: browser.address }
    const client = await checksBeforeRedirect.run(request, dependencies).catch((error: unknown) => {
      if (error instanceof OAuthError) return error
      throw error
    })
    if (client instanceof OAuthError) return { next: 'refuse', error: client }
    const { redirectUri } = client
    const way = { redirectUri, state: parameters.get('state'), issuer: dependencies.baseUrl(environment) }
    try {
      const checked = await checksOfAuthorize.run(client, dependencies)
      const opened = await open({ ...checked, browser }, dependencies)
      return { next: 'page', ...opened, hints: hintsIn(parameters) }
    } catch (error) {
      if (error instanceof OAuthError) {
        const answer = { error: error.code, error_description: error.message }
        return { next: 'redirect', location: callbackUrl(way, answer), error }
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

type Opening = Awaited<ReturnType<typeof checksOfAuthorize.run>> & { browser: BrowserFacts }

const open = async (
  { application, handle, redirectUri, environment, browser, ...checked }: Opening,
  { writes, random, vault }: Dependencies,
): Promise<{ handle: string; secret: string }> => {
  const { state, nonce, scopes, codeChallenge } = checked
  const secret = random.bytes(32).toString('base64url')
  const sealedBrowser = vault.seal(Buffer.from(JSON.stringify(browser)), browserContext(handle))
  await writes.open({
    ...handle,
    ...{ state, nonce, scopes, codeChallenge, environment, redirectUri, sealedBrowser },
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
