import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { listen, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { onTestFinished } from 'vitest'
import type { CountCall } from '../../../gateway/gateway/index.ts'
import { createEnteredNumbers, type SignIn } from '../../../services/sign-in/index.ts'
import { countCalls } from '../count-calls.ts'
import { oauthEndpoints } from '../oauth-endpoints.ts'
import { signInPages } from '../pages-routes.ts'

const clock = manualClock(Date.UTC(2026, 10, 23))

const entered = createEnteredNumbers({ vault: createVault(Buffer.alloc(32, 1), 'sign-in', systemRandom()) })

/** The surface over HTTP with these use cases, until the test ends. */
export const openPagesServer = async (
  signIn: Partial<SignIn>,
  count: CountCall = () => {},
): Promise<{ url: string; log: string[] }> => {
  const log: string[] = []
  const http = openHttp({
    newId: idSource(clock, systemRandom()),
    ...{ log: (line: string) => void log.push(line), trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  onTestFinished(() => app.close())
  const dependencies = {
    ...{ signIn: { entered, ...signIn } as SignIn, http, clock, citizenUrl: 'https://citizen.example' },
    installation: { name: 'Nani', logo: null, helpUrl: null, privacyUrl: null },
  }
  countCalls(app, 'sandbox', count)
  app.register(oauthEndpoints({ environment: 'sandbox', ...dependencies }))
  app.register(signInPages({ environment: 'sandbox', ...dependencies }))
  await listen(app, '127.0.0.1', 0)
  const url = urlOf(app, '127.0.0.1', 'http')
  http.publicUrls.set('sandbox', url)
  return { url, log }
}
