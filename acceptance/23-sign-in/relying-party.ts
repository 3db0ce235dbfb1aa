import { createHash, randomBytes } from 'node:crypto'
import { scopes as everyScope } from '../client/catalogue.ts'
import type { Credentials } from '../client/credentials.ts'
import { issueCredentials } from '../installation/applications.ts'
import { openBrowser } from './browser.ts'
import { certificateOf, exchange } from './exchange.ts'

export const redirectUri = 'https://shop.example/callback?shop=1'

/** An application that may sign citizens in. */
export const createSignInApplication = (dataDir: string, ...flags: string[]): Promise<Credentials> =>
  issueCredentials(
    dataDir,
    ...['--name', 'Boutique Mosaka'],
    ...(flags.includes('--environment') ? [] : ['--environment', 'sandbox']),
    ...(flags.includes('--services') ? [] : ['--services', 'sso_login,credit_scoring']),
    ...(flags.includes('--scopes') ? [] : ['--scopes', everyScope.join(',')]),
    ...(flags.includes('--purposes') ? [] : ['--purposes', 'credit_assessment']),
    ...(flags.includes('--redirect-uri') ? [] : ['--redirect-uri', redirectUri]),
    ...flags,
  )

export type Asked = { verifier: string; state: string; nonce: string; url: string }

/** The address of an authorize request. A parameter that is null is left out. */
export const ask = (application: Credentials, changes: Record<string, string | null> = {}): Asked => {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('base64url')
  const nonce = randomBytes(8).toString('base64url')
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: application.api_key,
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }
  const query = new URLSearchParams(
    Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null),
  )
  return { verifier, state, nonce, url: `${application.base_url}/v1/oidc/authorize?${query}` }
}

/** Signs a person in and returns the callback. */
export const signIn = async (
  application: Credentials,
  person: string,
  changes: Record<string, string | null> = {},
): Promise<Asked & { callback: URL; code: string | null; error: string | null }> => {
  const asked = ask(application, changes)
  const browser = openBrowser(application)
  const page = await browser.visit(asked.url)
  const waiting = await browser.submit(page, { identifier: person })
  const callback = await browser.waitForCallback(waiting)
  const { searchParams } = callback
  return { ...asked, callback, code: searchParams.get('code'), error: searchParams.get('error') }
}

export type TokenAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  json: Record<string, unknown>
}

/** Exchanges a code. A field that is null is left out. */
export const exchangeCode = async (
  application: Credentials,
  { code, verifier }: { code: string | null; verifier: string },
  changes: Record<string, string | null> = {},
  headers: Record<string, string> = {},
): Promise<TokenAnswer> => {
  const fields: Record<string, string | null> = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: application.api_key,
    code_verifier: verifier,
    ...changes,
  }
  const form = new URLSearchParams(
    Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== null),
  )
  return postToken(application, form.toString(), headers)
}

export const postToken = async (
  application: Credentials,
  body: string,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> => {
  const answer = await exchange(`${application.base_url}/v1/oidc/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
    ...certificateOf(application),
  })
  return { status: answer.status, headers: answer.headers, json: JSON.parse(answer.text) }
}

export const userinfo = async (application: Credentials, token: string): Promise<TokenAnswer> => {
  const answer = await exchange(`${application.base_url}/v1/oidc/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
    ...certificateOf(application),
  })
  return { status: answer.status, headers: answer.headers, json: JSON.parse(answer.text) }
}

/** The claims of a JWT, without a check of its signature. */
export const claimsIn = (jwt: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString('utf8'))
export const headerOf = (jwt: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(jwt).split('.')[0] ?? '', 'base64url').toString('utf8'))
