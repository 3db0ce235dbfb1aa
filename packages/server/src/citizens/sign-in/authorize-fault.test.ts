import { expect, test } from 'vitest'
import { type SignIn, signInPaths } from '../../services/sign-in/index.ts'
import { openPagesServer } from './testing/pages-server.ts'

/** The answer to a browser, and the log, when `authorize` is this. */
const authorizeAs = async (authorize: SignIn['authorize']) => {
  const { url, log } = await openPagesServer({ authorize })
  const { status, headers } = await fetch(url + signInPaths.authorize, { redirect: 'manual' })
  return { status, location: headers.get('location'), log: log.join('\n') }
}

test('an internal error of a verified request returns the browser to the application, and is logged', async () => {
  const location = 'https://shop.example/callback?error=server_error&state=s'
  const answer = await authorizeAs(async () => ({ next: 'fault', location, fault: new Error('broken here') }))
  expect(answer).toMatchObject({ status: 303, location })
  expect(answer.log).toMatch(/^internal error: req_/)
})

test('an internal error of a request that is not verified shows a page, without a redirect', async () => {
  const answer = await authorizeAs(async () => {
    throw new Error('broken here')
  })
  expect(answer).toMatchObject({ status: 500, location: null })
  expect(answer.log).toMatch(/^internal error: req_/)
})
