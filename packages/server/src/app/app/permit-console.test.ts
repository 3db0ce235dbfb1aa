import { openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from './servers.ts'
import { surfaceOf } from './surface.ts'

const origin = 'https://console.example.cd'
const surface = surfaceOf((app) => {
  app.get('/v1/things', (_request, reply) => reply.header('Vary', 'Accept-Encoding').send('{}'))
  app.get('/sign-in', (_request, reply) => reply.send('page'))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('{}'))
})
const http = openHttp({
  ...{ newId: (prefix) => `${prefix}_1`, log: () => {}, trustsCertificate: () => false },
  trustedProxies: [],
})
const listening = { environment: 'sandbox', tls: null, host: '127.0.0.1', port: 0, publicUrl: null } as const

let sandbox: Awaited<ReturnType<typeof openServer>>
let closed: typeof sandbox
beforeAll(async () => {
  sandbox = await openServer(http, [surface], { ...listening, permittedOrigin: origin })
  closed = await openServer(http, [surface], listening)
})
afterAll(() => Promise.all([sandbox.close(), closed.close()]))

const ask = (app: typeof sandbox, path: string, method: string, from: string) =>
  fetch(`${urlOf(app, '127.0.0.1', 'http')}${path}`, {
    method,
    headers: { Origin: from, ...(method === 'OPTIONS' && { 'Access-Control-Request-Method': 'POST' }) },
  })
const permissionOf = ({ headers }: Response) => headers.get('access-control-allow-origin')

test('the pages of the console may call the API, and read the headers of an answer', async () => {
  const preflight = await ask(sandbox, '/v1/things', 'OPTIONS', origin)
  expect([preflight.status, permissionOf(preflight)]).toEqual([204, origin])
  expect(preflight.headers.get('access-control-allow-headers')).toContain('X-SVC-Signature')
  expect(preflight.headers.get('vary')).toBe('Origin')
  const answer = await ask(sandbox, '/v1/things', 'GET', origin)
  expect([answer.status, permissionOf(answer)]).toEqual([200, origin])
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-SVC-IV')
  expect(answer.headers.get('vary')).toBe('Accept-Encoding, Origin')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  const refusal = await ask(sandbox, '/v1/nothing', 'GET', origin)
  expect([refusal.status, permissionOf(refusal)]).toEqual([404, origin])
})

test.each(['https://evil.example', 'null', 'http://console.example.cd', 'https://console.example.cd:8443'])(
  'a page of %s gets no permission',
  async (other) => {
    for (const method of ['OPTIONS', 'GET'])
      expect(permissionOf(await ask(sandbox, '/v1/things', method, other))).toBeNull()
  },
)

test('the pages of the sign-in permit no other page, and a server without an origin permits none', async () => {
  expect(permissionOf(await ask(sandbox, '/sign-in', 'GET', origin))).toBeNull()
  for (const method of ['OPTIONS', 'GET'])
    expect(permissionOf(await ask(closed, '/v1/things', method, origin))).toBeNull()
})
