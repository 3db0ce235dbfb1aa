import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { openServer, type Surface } from '@nani/server/app/app/index.ts'
import { testApplication } from '@nani/server/testing/application.ts'
import { kycBody, type Modes, startModes } from '@nani/server/testing/modes.ts'
import type { FastifyPluginCallback } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asRefusal, idSource, manualClock, Refusal, systemRandom } from '../core/index.ts'
import { readBody } from './body.ts'
import { type Http, openHttp } from './open-http.ts'

const formBytes = 200
const escaped = (text: string) => text.replace(/[<&"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** A surface for people: forms, cookies, redirects, HTML, and its own form of errors. */
const pagesOf =
  (http: Http): Surface =>
  () =>
  (app, _options, registered) => {
    app.register(pages(http), { prefix: '/pages' })
    registered()
  }

const pages =
  (http: Http): FastifyPluginCallback =>
  (app, _options, registered) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async ({ raw }: { raw: Parameters<typeof readBody>[0] }) => {
        const body = await readBody(raw, { limitBytes: formBytes, bodies: http.bodies, holder: 'pages' })
        try {
          return Object.fromEntries(new URLSearchParams(body.bytes.toString('utf8')))
        } finally {
          body.release()
        }
      },
    )
    app.addHook('onSend', async (_request, reply) => void reply.type('text/html; charset=utf-8'))
    app.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (refusal.code === 'internal_error') http.onInternalError(request.id, refusal.detail ?? '')
      return reply.code(refusal.status).send(`<h1>${refusal.code}</h1><p>${request.id}</p>`)
    })
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('<h1>No such page</h1>'))
    app.post('/sign-in', async (request, reply) => {
      const { name } = request.body as { name?: string }
      if (name === 'crash') throw new Error('secret inside')
      if (!name) throw new Refusal('invalid_request', { field: 'name' })
      return reply
        .header('Set-Cookie', `name=${encodeURIComponent(name)}; Path=/pages; HttpOnly; SameSite=Lax`)
        .redirect('/pages/account', 303)
    })
    app.get('/account', async ({ headers }) => {
      const name = /(?:^|; )name=([^;]*)/.exec(headers.cookie ?? '')?.[1]
      if (!name) throw new Refusal('authentication_required')
      return `<h1>${escaped(decodeURIComponent(name))}</h1>`
    })
    registered()
  }

let modes: Modes
beforeAll(async () => {
  modes = await startModes({ surfaces: (http) => [pagesOf(http)] })
})
afterAll(() => modes.stop())

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const signIn = (form: Record<string, string>) =>
  fetch(`${modes.baseUrl}/pages/sign-in`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })

test('a form is answered with a cookie and a redirect, without a signature', async () => {
  const answer = await signIn({ name: 'Amina <Kasa>' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/pages/account'])
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] as string
  const page = await fetch(`${modes.baseUrl}/pages/account`, { headers: { cookie } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toBe('<h1>Amina &#60;Kasa></h1>')
})

test('errors have the form of the surface: of a check, of an internal error, and of an unknown page', async () => {
  const refused = await signIn({})
  expect(await refused.text()).toBe(`<h1>invalid_request</h1><p>${refused.headers.get('x-request-id')}</p>`)
  const crashed = await signIn({ name: 'crash' })
  expect(crashed.status).toBe(500)
  expect(await crashed.text()).not.toContain('secret')
  expect(modes.internalErrors.join()).toContain(crashed.headers.get('x-request-id'))
  const unknown = await fetch(`${modes.baseUrl}/pages/nothing`)
  expect([unknown.status, await unknown.text()]).toEqual([404, '<h1>No such page</h1>'])
})

test('the signed API in the same server keeps its own form of errors and its signatures', async () => {
  const unknown = await fetch(`${modes.baseUrl}/nothing`)
  expect(unknown.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await unknown.json()).toMatchObject({ error: 'not_found' })
  const application = modes.admitApplication(testApplication())
  expect((await modes.call(application, { body: kycBody() })).status).toBe(200)
  const unsigned = await fetch(`${modes.baseUrl}/v1/kyc/validations`, {
    method: 'POST',
    body: JSON.stringify(kycBody()),
  })
  expect(unsigned.status).toBe(401)
})

test('the limit of a body applies: the surface renders the refusal, and the connection ends', async () => {
  const answer = await signIn({ name: 'x'.repeat(formBytes) })
  expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
  expect(await answer.text()).toContain('payload_too_large')
})

test('the limit of connections of one address applies', async () => {
  const http = openHttp({
    newId: idSource(manualClock(Date.UTC(2026, 10, 21)), systemRandom()),
    ...{ log: () => {}, trustsCertificate: () => false, trustedProxies: [], connectionsPerAddress: 2 },
  })
  const app = await openServer(http, [pagesOf(http)], {
    ...{ environment: 'sandbox', tls: null, host: '127.0.0.1', port: 0, publicUrl: null },
  })
  const open = async () => {
    const socket = connect(Number(new URL(http.publicUrls.of('sandbox')).port), '127.0.0.1')
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  const oldest = await open()
  const ended = once(oldest, 'close')
  await open()
  expect(oldest.destroyed).toBe(false)
  const newest = await open()
  await ended
  newest.write('GET /pages/nothing HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(newest, 'data'))[0])).toContain('No such page')
  await app.close()
})
