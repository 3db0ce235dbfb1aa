import { expect, test } from 'vitest'
import type { RequestRow, SignIn } from '../services/sign-in/index.ts'
import { openPagesServer } from './testing/pages-server.ts'

const request = {
  redirect_uri: 'https://shop.example/callback?shop=1',
  state: 'state-of-the-first-browser',
} as RequestRow
const readCurrent = async () => request

/** The page of a request, in a browser that has the cookie of it. */
const pageOf = async (signIn: Partial<SignIn>, sent: RequestInit = {}) => {
  const { url } = await openPagesServer(signIn)
  const headers = { cookie: `nani-sign-in-r=${'s'.repeat(43)}` }
  const answer = await fetch(`${url}/sign-in/a.r`, { headers, redirect: 'manual', ...sent })
  return { status: answer.status, text: await answer.text() }
}
const wayBack = '<a class="button" href="https://shop.example/">Revenir à l’application</a>'

test.each<[string, number, Partial<SignIn>, RequestInit]>([
  ['of another browser', 403, { visit: async () => ({ next: 'foreign', request }) }, {}],
  [
    'with a form of another site',
    403,
    { visit: async () => ({ next: 'identify', request }) },
    { method: 'POST', body: new URLSearchParams({ identifier: '+243810000000' }) },
  ],
  [
    'with an internal error',
    500,
    {
      readCurrent,
      visit: async () => {
        throw new Error('broken here')
      },
    },
    {},
  ],
])('a dead end offers the way back to the site of the application: a request %s', async (...row) => {
  const [, status, signIn, sent] = row
  const page = await pageOf(signIn, sent)
  expect(page.status).toBe(status)
  expect(page.text).toContain(wayBack)
  expect(page.text).not.toContain(request.state)
})

test('while no request can be read, the page asks to begin again', async () => {
  const broken = async () => {
    throw new Error('broken here')
  }
  const page = await pageOf({ visit: broken, readCurrent: broken })
  expect(page.status).toBe(500)
  expect(page.text).toContain('Recommencez depuis l’application.')
})
