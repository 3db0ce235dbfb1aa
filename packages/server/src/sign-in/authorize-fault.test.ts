import { expect, onTestFinished, test } from 'vitest'
import { idSource, manualClock, systemRandom } from '../core/index.ts'
import { listen, openHttp, urlOf } from '../http/index.ts'
import { type SignIn, signInPaths } from '../services/sign-in/index.ts'
import { signInPages } from './pages-routes.ts'

const clock = manualClock(Date.UTC(2026, 10, 23))

/** The answer to a browser, and the log, when `authorize` is this. */
const authorizeAs = async (authorize: SignIn['authorize']) => {
  const log: string[] = []
  const http = openHttp({
    newId: idSource(clock, systemRandom()),
    ...{ log: (line: string) => void log.push(line), trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  onTestFinished(() => app.close())
  const signIn = { authorize } as SignIn
  app.register(
    signInPages({ environment: 'sandbox', signIn, http, clock, citizenUrl: 'https://citizen.example' }),
  )
  await listen(app, '127.0.0.1', 0)
  const { status, headers } = await fetch(urlOf(app, '127.0.0.1', 'http') + signInPaths.authorize, {
    redirect: 'manual',
  })
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
