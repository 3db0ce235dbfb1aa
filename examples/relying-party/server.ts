/*
 * A small shop that signs citizens in, shows their claims, and asks for a credit score with the consent of the sign-in.
 *
 *   npm start                          in one terminal
 *   npm run example:relying-party      in another one; then open http://127.0.0.1:8080
 *
 * The first start creates an application in the sandbox of the running installation.
 */
import { randomBytes } from 'node:crypto'
import { Nani, NaniError } from '@nani/sdk'
import express, { type Request } from 'express'
import * as client from 'openid-client'
import { findApplication } from './find-application.ts'
import { claimsPage, homePage, problemPage, scorePage } from './pages.ts'

const port = Number(process.env.PORT ?? 8080)
const home = `http://127.0.0.1:${port}`
const redirectUri = `${home}/callback`
const scope = 'openid profile svc:kyc.addresses svc:kyc.documents.primary svc:credit.score'

const application = await findApplication(redirectUri)
// In production: client.TlsClientAuth(), and a fetch that sends the certificate of the application.
const configuration = await client
  .discovery(new URL(application.base_url), application.api_key, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  .catch((error) => {
    console.error(
      `Nani does not answer at ${application.base_url} (${String(error)}). Is "npm start" running?`,
    )
    process.exit(1)
  })
/** Signs and encrypts the calls of the shop. Sign-in itself needs no secret. */
const nani = new Nani({
  baseUrl: application.base_url,
  apiKey: application.api_key,
  secretKey: application.secret_key,
  payloadEncryptionKey: application.payload_encryption_key,
})

/** What the shop remembers of a browser. A real shop uses its session store. */
type Session = {
  verifier: string
  state: string
  nonce: string
  /** The citizen who signed in, and the consent that came with the sign-in. */
  signedIn?: { svcId: string; consentId: string }
}
const sessions = new Map<string, Session>()
const maxSessions = 1_000
const cookieName = 'shop'

const browserOf = ({ headers }: Request): string =>
  new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''

const app = express()

app.get('/', (_request, response) => void response.send(homePage()))

app.get('/sign-in', async (_request, response) => {
  const session: Session = {
    verifier: client.randomPKCECodeVerifier(),
    state: client.randomState(),
    nonce: client.randomNonce(),
  }
  if (sessions.size >= maxSessions) sessions.clear()
  const browser = randomBytes(16).toString('base64url')
  sessions.set(browser, session)
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state: session.state,
    nonce: session.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(session.verifier),
    code_challenge_method: 'S256',
  })
  response.cookie(cookieName, browser, { httpOnly: true, sameSite: 'lax', maxAge: 300_000 })
  response.redirect(303, url.href)
})

app.get('/callback', async (request, response) => {
  const session = sessions.get(browserOf(request))
  if (!session) return void response.status(400).send(problemPage('This browser did not begin a sign-in.'))
  try {
    // Checks `state` and `iss` of the callback, exchanges the code, and verifies signature, issuer, audience, time and nonce of the id_token.
    const tokens = await client.authorizationCodeGrant(configuration, new URL(request.url, home), {
      pkceCodeVerifier: session.verifier,
      expectedState: session.state,
      expectedNonce: session.nonce,
      idTokenExpected: true,
    })
    const claims: Record<string, unknown> = tokens.claims() ?? {}
    const info = await client.fetchUserInfo(configuration, tokens.access_token, String(claims.sub))
    const consent = claims['svc:credit.consent'] as { consent_id: string }
    session.signedIn = { svcId: String(claims.svc_id), consentId: consent.consent_id }
    response.send(claimsPage(claims, info))
  } catch (error) {
    const problem = error instanceof client.AuthorizationResponseError ? error.error : String(error)
    response.status(400).send(problemPage(problem))
  }
})

app.post('/score', async (request, response) => {
  const signedIn = sessions.get(browserOf(request))?.signedIn
  if (!signedIn) return void response.status(403).send(problemPage('Sign in first.'))
  try {
    const score = await nani.credit.score({
      identifier: { type: 'svc_id', value: signedIn.svcId },
      consent: { method: 'svc_app', consent_id: signedIn.consentId },
      purpose: 'credit_assessment',
      product: 'microcredit',
    })
    response.send(scorePage(score))
  } catch (error) {
    if (!(error instanceof NaniError)) throw error
    // For example `consent_required`, after the citizen has withdrawn the consent in the app.
    response.status(502).send(problemPage(error.code))
  }
})

app.listen(port, '127.0.0.1', () =>
  console.log(`The shop is at ${home}. Its client_id is ${application.api_key}.`),
)
