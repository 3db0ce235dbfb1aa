/*
 * A small shop that signs citizens in and shows their claims.
 *
 *   npm start                          in one terminal
 *   npm run example:relying-party      in another one; then open http://127.0.0.1:8080
 *
 * The first start creates an application in the sandbox of the running installation.
 */
import { randomBytes } from 'node:crypto'
import express from 'express'
import * as client from 'openid-client'
import { findApplication } from './find-application.ts'
import { claimsPage, homePage, problemPage } from './pages.ts'

const port = Number(process.env.PORT ?? 8080)
const home = `http://127.0.0.1:${port}`
const redirectUri = `${home}/callback`
const scope = 'openid profile svc:kyc.addresses svc:kyc.documents.primary svc:credit.score'

const { base_url: issuer, api_key: clientId } = await findApplication(redirectUri)
// In production: client.TlsClientAuth(), and a fetch that sends the certificate of the application.
const configuration = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
  execute: [client.allowInsecureRequests],
})

/** What the shop remembers of a browser between its request and the callback. A real shop uses its session store. */
type Started = { verifier: string; state: string; nonce: string }
const started = new Map<string, Started>()
const maxStarted = 1_000
const cookieName = 'shop'

const app = express()

app.get('/', (_request, response) => void response.send(homePage()))

app.get('/sign-in', async (_request, response) => {
  const one: Started = {
    verifier: client.randomPKCECodeVerifier(),
    state: client.randomState(),
    nonce: client.randomNonce(),
  }
  if (started.size >= maxStarted) started.clear()
  const browser = randomBytes(16).toString('base64url')
  started.set(browser, one)
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state: one.state,
    nonce: one.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(one.verifier),
    code_challenge_method: 'S256',
  })
  response.cookie(cookieName, browser, { httpOnly: true, sameSite: 'lax', maxAge: 300_000 })
  response.redirect(303, url.href)
})

app.get('/callback', async (request, response) => {
  const browser = new RegExp(`(?:^|; )${cookieName}=([^;]*)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
  const one = started.get(browser)
  started.delete(browser)
  if (!one) return void response.status(400).send(problemPage('This browser did not begin a sign-in.'))
  try {
    // Checks `state`, exchanges the code, and verifies signature, issuer, audience, time and nonce of the id_token.
    const tokens = await client.authorizationCodeGrant(configuration, new URL(request.url, home), {
      pkceCodeVerifier: one.verifier,
      expectedState: one.state,
      expectedNonce: one.nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const info = await client.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '')
    response.send(claimsPage(claims ?? {}, info))
  } catch (error) {
    const problem = error instanceof client.AuthorizationResponseError ? error.error : String(error)
    response.status(400).send(problemPage(problem))
  }
})

app.listen(port, '127.0.0.1', () => console.log(`The shop is at ${home}. Its client_id is ${clientId}.`))
