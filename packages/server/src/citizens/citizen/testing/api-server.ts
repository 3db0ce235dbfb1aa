import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { listen, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import type { BoundAct } from '../../../gateway/acts/index.ts'
import type { ApiDependencies } from '../act-surface.ts'
import { citizenApi } from '../api.ts'

/** The API of the app on a server of its own, with the given acts. */
export const startApi = async (
  acts: readonly BoundAct[],
  devices: ApiDependencies['devices'] = { readSession: async () => null },
) => {
  const clock = manualClock(Date.UTC(2026, 10, 23))
  const errors: string[] = []
  const http = openHttp({
    newId: idSource(clock, systemRandom()),
    ...{ log: (line: string) => void errors.push(line), trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  let origin = ''
  const signIn = { follow: () => () => {} }
  app.register(citizenApi({ devices, signIn, http, clock, origin: () => origin }, acts), { prefix: '/api' })
  await listen(app, '127.0.0.1', 0)
  origin = urlOf(app, '127.0.0.1', 'http')
  const send = async (path: string, options: RequestInit = {}) => {
    const headers = { 'x-nani-app': '1', 'content-type': 'application/json', ...options.headers }
    const answer = await fetch(`${origin}/api${path}`, { ...options, headers })
    return { status: answer.status, headers: answer.headers, json: await answer.json() }
  }
  return { origin, send, errors, stop: () => app.close() }
}
