import { type Http, openHttp, urlOf } from '@nani/foundation/http/index.ts'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { webhookPolicies } from '../../../calls/webhooks/index.ts'
import { openAppPool } from '../../../testing/modes.ts'
import { type SharedParts, testPlatform } from '../../../testing/platform.ts'
import type { ShownMail } from '../../mail/index.ts'
import { mailModule } from '../../mail/index.ts'
import { createDirectory } from '../../organizations/index.ts'
import { codeOfStep, createPasswordHashing, leastCost, stepAt } from '../../people/index.ts'
import { consoleModule } from '../module.ts'
import type { ConsoleSettings } from '../settings.ts'
import { openIdentityService } from './identity-service.ts'
import { isInCell, openTestCell } from './test-cell.ts'

/** The members of answers that tests read. */
export type Answered = {
  id: string
  version: number
  secret: string
  error: string
  recovery_codes: string[]
  data: Answered[]
  next_cursor: string | null
  counterpart: Answered
  counterpart_id: string
  credentials: { api_key: string }
  text: string
}
export type Answer = { status: number; headers: Headers; json: Answered }

/** A route as Fastify has it, and the surface of its server. */
type Route = { surface: string | undefined; method: string; url: string }

/** Notes each route of each server, so that a test finds one that no description has. */
const withRoutes = (opened: Http) => {
  const routes: Route[] = []
  const http: Http = {
    ...opened,
    createServer(tls, surface) {
      const app = opened.createServer(tls, surface)
      app.addHook('onRoute', ({ method, url }) => {
        routes.push(...[method].flat().map((one) => ({ surface, method: one, url })))
      })
      return app
    },
  }
  return { http, routes }
}

/** The routes of the API of a surface that a description does not have. */
export const undescribedRoutes = (
  routes: readonly Route[],
  surface: string,
  described: readonly { method: string; path: string }[],
): string[] => {
  const known = new Set(
    described.map(({ method, path }) => `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  return routes
    .filter((route) => route.surface === surface && route.url.startsWith('/api/') && route.method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`)
    .filter((route) => !known.has(route))
}

/** The console on a test database, with a mailbox, and browsers of people. `placeInCell` gives it a cell with all applications. */
export const startConsole = async () => startConsoleOn(await createDatabaseAtNoon())

/** The same on a database that exists, also in a second process. */
export const startConsoleOn = async (
  database: TestDatabase,
  shared?: SharedParts,
  settings: Partial<ConsoleSettings> = {},
) => {
  const pool = openAppPool(database)
  const logged: string[] = []
  const platform = testPlatform(database, pool, (line) => void logged.push(line), shared)
  const { http, routes } = withRoutes(
    openHttp({
      newId: platform.newId,
      ...{ log: platform.log, trustsCertificate: () => false, trustedProxies: ['127.0.0.1'] },
    }),
  )
  const demo = { isOn: true }
  const isDemo = async () => demo.isOn
  const identities = openIdentityService(platform.clock)
  const opened = await mailModule.open(
    { ...platform, demo: 'sandbox', isDemo },
    { smtpUrl: null, mailFrom: null },
  )
  const { mail } = opened.provides
  const storedRegister = { findBusiness: async () => null } as never
  const certificates = {
    ...platform,
    credentialsVault: platform.vaultFor('credentials'),
    authorityVault: platform.vaultFor('authority'),
  }
  const needs = {
    ...{ ...platform, http, mail, storedRegister, isDemo, certificates },
    webhookPolicies: webhookPolicies(true),
    hashing: createPasswordHashing(platform.random, leastCost),
    conformance: { wake() {} },
    signIn: identities.signIn,
    directory: createDirectory(pool, certificates.credentialsVault, platform.clock),
  }
  const cell = isInCell() ? await openTestCell(platform) : null
  const { provides, stop, retention } = await consoleModule.open(
    { ...needs, ...(cell && { places: cell.places }) },
    {
      ...{ consolePort: 0, consoleUrl: null, consoleCertificateFile: null, consoleKeyFile: null },
      ...settings,
    },
  )
  const url = provides.consoleUrl
  const mails = () => mail.shown?.() as Promise<ShownMail[]>
  const newest = async (to: string): Promise<string> => {
    const found = (await mails()).find((one) => one.to === to)
    return /token=([\w-]+)/.exec(found?.text ?? '')?.[1] ?? ''
  }
  let people = 0
  const browser = (address = `198.51.100.${(people % 250) + 1}`) => openBrowser(url, address)
  const signUp = async ({ withTotp = true, email = `person${++people}@example.cd` } = {}) => {
    const own = browser()
    const password = `kalamu-ya-${email}-buluu`.slice(0, 60).replace(email, `n${people}-mto-mrefu`)
    await own.post('/registrations', { email, password, name: `Person ${people}`, language: 'en' })
    await own.post('/registrations/confirm', { token: await newest(email) })
    await own.post('/session', { email, password })
    let secret: Buffer | null = null
    if (withTotp) {
      const { json } = await own.post('/me/totp')
      secret = fromBase32(json.secret)
      await own.post('/me/totp/confirm', { code: codeOfStep(secret, stepAt(platform.clock.now())) })
    }
    const { json: me } = await own.get('/me')
    return { ...own, email, password, secret, id: me.id }
  }
  return {
    ...{
      url,
      http,
      routes,
      platform,
      database,
      pool,
      mails,
      newest,
      browser,
      signUp,
      logged,
      retention,
      needs,
      demo,
      identities,
      cell,
      /** The database with the rows of applications: home or the cell. The second one has the rights of a process. */
      rows: cell?.database.pool ?? database.pool,
      appRows: cell?.pool ?? pool,
    },
    async stop() {
      await stop()
      await cell?.stop()
      await pool.end()
      await database.drop()
    },
  }
}

export type ConsoleWorld = Awaited<ReturnType<typeof startConsole>>

/** Where the server listens. The address for people may be another one. */
export const addressOfConsole = ({ http }: Pick<ConsoleWorld, 'http'>): string => {
  const app = http.servers.get('console')
  if (!app) throw new Error('the console has no server')
  return urlOf(app, '127.0.0.1', 'http')
}

/** A browser with its cookies. */
export const openBrowser = (url: string, address: string) => {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await fetch(`${url.replace('localhost', '127.0.0.1')}/api${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && { 'x-nani-app': '1', 'content-type': 'application/json' }),
        'x-forwarded-for': address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(method !== 'GET' && body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    // A stream has no end of its own.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
      await answer.body?.cancel()
      return { status: answer.status, headers: answer.headers, json: {} as Answered }
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return { status: answer.status, headers: answer.headers, json: isJson ? JSON.parse(text) : { text } }
  }
  return {
    ...{ cookies, send },
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}, headers = {}) => send('POST', path, body, headers),
    patch: (path: string, body: unknown, version: number) =>
      send('PATCH', path, body, { 'if-match': `"${version}"` }),
    put: (path: string, body: unknown, version?: number) =>
      send('PUT', path, body, version === undefined ? {} : { 'if-match': `"${version}"` }),
    delete: (path: string) => send('DELETE', path),
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
export const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
