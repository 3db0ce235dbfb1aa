import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { expect, vi } from 'vitest'
import { tablesWith } from './tables-with.ts'

type Client = { baseUrl: string; apiKey: string }

/** The application has registered it. */
export const redirectUri = 'https://shop.example/callback'

/** A person of the sandbox without a device signs in to an application, as a browser and the application do it. Returns the claims. */
const signInToApplication = async (
  { baseUrl, apiKey }: Client,
  svcId: string,
): Promise<Record<string, unknown>> => {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: apiKey, redirect_uri: redirectUri, scope: 'openid profile' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const authorized = await fetch(`${baseUrl}/v1/oidc/authorize?${query}`, { redirect: 'manual' })
  expect(authorized.status).toBe(303)
  const page = `${baseUrl}${authorized.headers.get('location')}`
  const cookie = authorized.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const visit = (options: RequestInit = {}) =>
    fetch(page, { ...options, redirect: 'manual', headers: { cookie, ...options.headers } })
  const [, proof = ''] = /name="proof" value="([^"]*)"/.exec(await (await visit()).text()) ?? []
  await visit({ method: 'POST', body: new URLSearchParams({ proof, identifier: svcId }) })
  // The sandbox answers after two seconds.
  const code = await vi.waitFor(
    async () => {
      const found = new URL((await visit()).headers.get('location') ?? page).searchParams.get('code')
      expect(found).not.toBeNull()
      return found as string
    },
    { timeout: 20_000, interval: 200 },
  )
  const tokens = await fetch(`${baseUrl}/v1/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
      ...{ client_id: apiKey, code_verifier: verifier },
    }),
  })
  expect(tokens.status).toBe(200)
  const { access_token } = (await tokens.json()) as { access_token: string }
  const claims = await fetch(`${baseUrl}/v1/oidc/userinfo`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return (await claims.json()) as Record<string, unknown>
}

/** Signs a person in to an application of the cell. Its rows are in the cell alone. */
export const expectSignInOfCell = async (
  baseUrl: string,
  { api_key: apiKey, application_id: applicationId }: { api_key: string; application_id: string },
  pools: { home: pg.Pool; cell: pg.Pool },
): Promise<void> => {
  const claims = await signInToApplication({ baseUrl, apiKey }, 'COD-0000-0000-0008')
  expect(claims).toMatchObject({ sub: expect.any(String), full_name: expect.any(String) })
  expect(await tablesWith(pools.home, applicationId)).toEqual([])
  expect(await tablesWith(pools.cell, applicationId)).toEqual(
    expect.arrayContaining(['sign_in_requests', 'sign_in_codes']),
  )
}
