import { Refusal } from '@nani/foundation/core/index.ts'
import { expect, test } from 'vitest'
import type { AnsweredCall } from '../../gateway/gateway/index.ts'
import { OAuthError, type SignIn, signInPaths } from '../../services/sign-in/index.ts'
import { openPagesServer } from './testing/pages-server.ts'

test('each sign-in is counted at authorize, token and userinfo, with its code', async () => {
  const counted: AnsweredCall[] = []
  const seconds: number[] = []
  const location = 'https://shop.example/callback'
  const claims = new Map<string, Record<string, unknown>>([['known', { sub: 'citizen' }]])
  const signIn: Partial<SignIn> = {
    async authorize(query) {
      if (query.includes('fault')) return { next: 'fault', location, fault: new Error('broken here') }
      const error = new OAuthError('login_required', 'The citizen must approve.')
      return { next: 'redirect', location, error }
    },
    async exchangeCode() {
      throw new OAuthError('invalid_grant', 'The code is unknown.')
    },
    userinfo: async (token) => claims.get(token) ?? null,
    testClockOf: async () => null,
  }
  const { url } = await openPagesServer(signIn, (call, took) => {
    counted.push(call)
    seconds.push(took)
  })
  const call = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })
  const asked = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  await call(signInPaths.authorize)
  await call(`${signInPaths.authorize}?fault`)
  await call(signInPaths.token, { method: 'POST', body: new URLSearchParams({ code: 'wrong' }) })
  await call(signInPaths.token)
  await call(signInPaths.userinfo, asked('known'))
  await call(signInPaths.userinfo, asked('unknown'))
  // A page of the citizen is no call.
  await call('/sign-in/unknown')
  // The last answer reaches the caller before it is counted.
  await expect.poll(() => counted).toHaveLength(6)
  const common = { environment: 'sandbox', service: 'sso_login' }
  expect(counted).toEqual(
    [
      { mode: 'authorize', code: 'login_required' },
      { mode: 'authorize', code: 'internal_error' },
      { mode: 'token', code: 'invalid_grant' },
      { mode: 'token', code: 'method_not_allowed' },
      { mode: 'userinfo', code: 'ok' },
      { mode: 'userinfo', code: 'invalid_token' },
    ].map((one) => ({ ...common, ...one })),
  )
  expect(seconds.every((took) => took > 0 && took < 60)).toBe(true)
})

test('an answer that used a code up does not fail for want of the test clock', async () => {
  const tokens = {
    access_token: 'token',
    token_type: 'Bearer',
    expires_in: 60,
    id_token: 'id',
    scope: 'openid',
  }
  const { url } = await openPagesServer(
    {
      exchangeCode: async () => tokens as never,
      testClockOf: () => Promise.reject(new Refusal('overloaded')),
    },
    () => {},
  )
  const answer = await fetch(url + signInPaths.token, {
    method: 'POST',
    body: new URLSearchParams({ code: 'a' }),
  })
  expect([answer.status, await answer.json()]).toEqual([200, tokens])
})
