import { expect, test } from 'vitest'
import type { RequestRow, SignIn } from '../../services/sign-in/index.ts'
import { formProof } from './csrf.ts'
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

test('a fault while the person is looked up ends the request, and returns to the application with server_error', async () => {
  const location = 'https://shop.example/callback?shop=1&error=server_error'
  const ended: unknown[] = []
  const { url } = await openPagesServer({
    visit: async () => ({ next: 'identify', request }),
    identify: async () => {
      throw new Error('broken here')
    },
    giveUp: async (row) => {
      ended.push(row)
      return location
    },
  })
  const secret = 's'.repeat(43)
  const answer = await fetch(`${url}/sign-in/a.r`, {
    ...{ method: 'POST', redirect: 'manual', headers: { cookie: `nani-sign-in-r=${secret}` } },
    body: new URLSearchParams({ identifier: '+243810000000', proof: formProof(secret) }),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
  expect(ended).toEqual([request])
})
