import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { listen, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { type ApiDependencies, citizenApi, type RoutesOfApi } from '../api.ts'

/** The API of the app on a server of its own, with the given routes and devices. */
export const startApi = async (devices: Partial<ApiDependencies['devices']>, routes: RoutesOfApi) => {
  const clock = manualClock(Date.UTC(2026, 10, 23))
  const errors: string[] = []
  const http = openHttp({
    newId: idSource(clock, systemRandom()),
    ...{ log: (line: string) => void errors.push(line), trustsCertificate: () => false, trustedProxies: [] },
  })
  const app = http.createServer(null)
  let origin = ''
  const dependencies = { devices: devices as ApiDependencies['devices'], http, clock, origin: () => origin }
  app.register(citizenApi(dependencies, routes), { prefix: '/api' })
  await listen(app, '127.0.0.1', 0)
  origin = urlOf(app, '127.0.0.1', 'http')
  const send = async (path: string, options: RequestInit = {}) => {
    const headers = { 'x-nani-app': '1', 'content-type': 'application/json', ...options.headers }
    const answer = await fetch(`${origin}/api${path}`, { ...options, headers })
    return { status: answer.status, headers: answer.headers, json: await answer.json() }
  }
  return { origin, send, errors, stop: () => app.close() }
}
