import { metricsText } from '@nani/foundation/platform/testing/metrics-text.ts'
import { expect, test } from 'vitest'
import { openCallMetrics } from '../../gateway/signed-api/index.ts'
import { OAuthError, type SignIn, signInPaths } from '../../services/sign-in/index.ts'
import { openPagesServer } from './testing/pages-server.ts'

test('the metrics count each sign-in at authorize, token and userinfo, with its code', async () => {
  const metrics = openCallMetrics()
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
  const { url } = await openPagesServer(signIn, metrics.count)
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
  const text = () => metricsText([metrics.register])
  const expected = [
    ['authorize', 'login_required'],
    ['authorize', 'internal_error'],
    ['token', 'invalid_grant'],
    ['token', 'method_not_allowed'],
    ['userinfo', 'ok'],
    ['userinfo', 'invalid_token'],
  ].map(([mode, code]) => `${labels(mode)},code="${code}"} 1`)
  const counted = async () => (await text()).split('\n').filter((line) => line.startsWith('nani_calls_total'))
  // The last answer reaches the caller before it is counted.
  await expect.poll(counted).toHaveLength(expected.length)
  expect((await counted()).toSorted()).toEqual(expected.map((line) => `nani_calls_total{${line}`).toSorted())
  expect(await text()).toContain(`nani_call_duration_seconds_count{${labels('userinfo')}} 2`)
})

const labels = (mode = '') => `environment="sandbox",service="sso_login",mode="${mode}"`
