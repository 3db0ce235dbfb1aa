import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { errorCatalogue, eventTypes, purposes, resultPaths, scopes } from '@nani/contract'
import { isShownTo, type RefusalCode } from '@nani/contract/refusals'
import { openPlatform, type Platform } from '@nani/foundation/platform/index.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { oauthErrorsAt, signInPaths } from '../../services/sign-in/index.ts'
import { openServerProcess, readConfig, type Server } from '../app/index.ts'
import type { Example, MediaType, Method, OpenApi, Operation } from './open-api.ts'
import { closed, schemaReader } from './testing/schema-reader.ts'

type Route = { method: string; path: string }

let database: TestDatabase
let platform: Platform
let server: Server
let document: OpenApi
let dataDir: string
/** The routes of each server, in the order of their creation. */
const registered: Route[][] = []

const watch = (message: unknown) => {
  const routes: Route[] = []
  registered.push(routes)
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url.replace(/:(\w+)/g, '{$1}') })
  })
}

/** The pages of sign-in are for citizens, and the guides are a site. The endpoints of sign-in are in the document. */
const isPage = ({ path }: Route) => /^\/(?:sign-in\/|guides)/.test(path)

/** Those with the signed API: sandbox, production. */
const signedServers = () =>
  registered.filter((routes) => routes.some(({ path }) => path === '/v1/kyc/validations'))

// A connection for each request: one that waits would end while a test computes, unnoticed by both sides.
const anyone = new Agent({ pipelining: 0, connect: { rejectUnauthorized: false } })
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await request(url, { dispatcher: anyone, headers })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

beforeAll(async () => {
  subscribe('fastify.initialization', watch)
  dataDir = await mkdtemp(join(tmpdir(), 'nani-description-'))
  database = await createTestDatabase()
  const config = readConfig({
    NANI_DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    NANI_SANDBOX_PORT: '0',
    NANI_PRODUCTION_PORT: '0',
    NANI_CITIZEN_PORT: '0',
    NANI_CONSOLE_PORT: '0',
    NANI_DESK_PORT: '0',
    NANI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  platform = await openPlatform(config, { app: database.url, owner: database.url }, () => {})
  server = await openServerProcess(config, platform)
  document = JSON.parse((await get(`${server.baseUrls.sandbox}/openapi.json`)).text) as OpenApi
})

afterAll(async () => {
  unsubscribe('fastify.initialization', watch)
  await anyone.destroy()
  await server?.stop()
  await platform?.close()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const operations = (): (Route & { operation: Operation })[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [Method, Operation][]).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )

const media = (operation: Operation): MediaType[] => [
  ...Object.values(operation.requestBody?.content ?? {}),
  ...Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {})),
]

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('a document that is not OpenAPI is recognised', async () => {
  const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: { '200': {} } } } } }
  expect((await new Validator().validate(broken as never)).valid).toBe(false)
})

/** A page for people who open the address of the sandbox. */
const startPage = '/'

test('the document describes every route of the sandbox listener except its start page and the pages of sign-in, and no other', async () => {
  const described = operations().map(({ method, path }) => `${method} ${path}`)
  // The refusal of other methods is registered under the same paths and answers 405.
  const works = async ({ method, path }: Route) => {
    const url = server.baseUrls.sandbox + path.replace(/\{\w+\}/g, 'x')
    const answer = await request(url, { dispatcher: anyone, method: method as 'GET' })
    await answer.body.dump()
    return answer.statusCode !== 405
  }
  const working: string[] = []
  for (const route of (signedServers()[0] ?? []).filter((one) => !isPage(one) && one.path !== startPage))
    if (await works(route)) working.push(`${route.method} ${route.path}`)
  expect(working.toSorted()).toEqual(described.toSorted())
})

test('production has the signed API, sign-in, files and health, without the sandbox routes', async () => {
  const routes = signedServers()[1] ?? []
  expect(routes.filter(isPage).length).toBeGreaterThan(3)
  const paths = new Set(routes.filter((one) => !isPage(one)).map(({ path }) => path))
  const open = [startPage, '/openapi.json', '/docs', '/docs/clients/{name}', '/sandbox/scenarios']
  const rest = operations().filter(({ path }) => !open.includes(path))
  expect([...paths].toSorted()).toEqual([...new Set(rest.map(({ path }) => path))].toSorted())
  for (const path of open) expect((await get(server.baseUrls.production + path)).status, path).toBe(404)
  for (const path of ['/docs/clients/nani.py', '/guides/'])
    expect((await get(server.baseUrls.production + path)).status, path).toBe(404)
  for (const path of ['/health', '/livez', '/readyz'])
    expect((await get(server.baseUrls.production + path)).status, path).toBe(200)
})

test('every example fits its schema', () => {
  const within = schemaReader(document)
  let checked = 0
  for (const { method, path, operation } of operations()) {
    for (const { schema, examples } of media(operation)) {
      const fits = within(schema ?? true)
      for (const [name, example] of Object.entries(examples ?? {})) {
        const { value } =
          '$ref' in example
            ? (document.components.examples[example.$ref.split('/').at(-1) ?? ''] as Example)
            : example
        fits(value)
        expect(fits.errors ?? [], `${method} ${path} ${name}`).toEqual([])
        checked++
      }
      // A schema that accepts everything proves nothing.
      if (schema && Object.keys(examples ?? {}).length > 0)
        expect(fits('nothing of the kind'), path).toBe(false)
    }
  }
  expect(checked).toBeGreaterThan(100)
})

test('no example of a success has a member that its schema does not describe', () => {
  const within = schemaReader({ ...document, components: closed(document.components) })
  for (const { method, path, operation } of operations()) {
    const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 300)
    for (const { schema, examples } of successes.flatMap(([, { content }]) => Object.values(content ?? {}))) {
      const fits = within(closed(schema ?? true))
      for (const example of Object.values(examples ?? {})) {
        fits((example as Example).value)
        expect(fits.errors ?? [], `${method} ${path}`).toEqual([])
      }
    }
  }
})

/* What Spectral (oas) and Redocly (recommended) ask for too: `npm run lint:openapi` runs both. */
test('the document names a contact and both servers, and describes every tag', () => {
  const { info, servers, tags } = document
  expect(info.contact).toEqual({
    name: 'The operators of this installation',
    // Without a build of the guides, the start page.
    url: expect.stringMatching(new RegExp(`^${server.baseUrls.sandbox}/(?:guides/)?$`)),
  })
  expect(servers.map(({ url }) => url)).toEqual([server.baseUrls.sandbox, server.baseUrls.production])
  expect(tags.filter(({ description }) => description === '')).toEqual([])
})

test('each component is used', () => {
  const text = JSON.stringify(document)
  const unused = (['schemas', 'parameters', 'headers', 'examples'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
  )
  expect(unused).toEqual([])
})

test('each event type is a webhook, and each summary is a sentence of its own', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypes)
  const summaries = operations().map(({ operation }) => operation.summary)
  expect(summaries.filter((summary) => !/^[A-Z][a-z]+ [a-z]/.test(summary))).toEqual([])
  const signed = operations().filter(({ operation }) => isSigned(operation))
  expect(new Set(signed.map(({ operation }) => operation.summary)).size).toBe(signed.length)
})

test('the examples are what the code answers for the sandbox people', () => {
  const operation = document.paths['/v1/kyc/validations']?.post
  const examples = operation?.responses['200']?.content?.['application/json']?.examples as Record<
    string,
    { value: Record<string, unknown> }
  >
  const outcomes = Object.fromEntries(
    Object.entries(examples).map(([name, { value }]) => [name, value.result]),
  )
  expect(outcomes).toEqual({
    verified: 'verified',
    every_scope: 'verified',
    by_passport: 'verified',
    scopes_withheld: 'verified',
    not_certified: 'not_certified',
    not_found: 'not_found',
  })
  expect(examples.every_scope?.value.scopes_applied).toEqual(scopes)
  expect(examples.verified?.value.match).toEqual({
    full_name: 'match',
    date_of_birth: 'match',
    age: 'not_provided',
    score: 1,
  })
  expect(examples.scopes_withheld?.value.scopes_withheld).toEqual(['kyc.addresses', 'kyc.emails'])
})

const isSigned = ({ security }: Operation) => security.some((scheme) => 'signature' in scheme)

test('everything that is described signed travels encrypted, and has an example', () => {
  expect(operations().filter(({ operation }) => isSigned(operation)).length).toBeGreaterThan(30)
  for (const { path, operation } of operations().filter(({ operation }) => isSigned(operation))) {
    for (const each of media(operation)) {
      expect(each['x-encrypted'], path).toBeTruthy()
      expect(Object.keys(each.examples ?? {}), path).not.toEqual([])
    }
  }
})

test('an error is described under its own status, with its own example', () => {
  for (const { path, operation } of operations()) {
    const errors = Object.entries(operation.responses).filter(
      ([status]) =>
        Number(status) >= 400 &&
        !['/health', '/readyz'].includes(path) &&
        !path.startsWith('/v1/oidc/') &&
        !path.startsWith('/.well-known/'),
    )
    for (const [status, { content }] of errors) {
      const codes = content?.['application/json']?.schema?.allOf?.[1]?.properties?.error
        ?.enum as (keyof typeof errorCatalogue)[]
      for (const code of codes) {
        expect(String(errorCatalogue[code].status), `${path} ${code}`).toBe(status)
        expect(document.components.examples[code]?.value).toMatchObject({ error: code })
      }
    }
  }
})

test('every code of OAuth is described at each endpoint that returns it, with its own example', () => {
  const described = (path: string, method: Method, status: string) => {
    const { schema, examples } =
      document.paths[path]?.[method]?.responses[status]?.content?.['application/json'] ?? {}
    expect(Object.keys(examples ?? {})).toEqual(schema?.properties?.error?.enum)
    for (const [code, example] of Object.entries(examples ?? {}))
      expect((example as Example).value).toMatchObject({ error: code })
    return schema?.properties?.error?.enum
  }
  expect(described(signInPaths.token, 'post', '400')).toEqual(oauthErrorsAt('token'))
  expect([
    ...(described(signInPaths.userinfo, 'get', '401') ?? []),
    ...(described(signInPaths.userinfo, 'get', '500') ?? []),
  ]).toEqual(oauthErrorsAt('userinfo'))
  const authorize = document.paths[signInPaths.authorize]?.get?.description ?? ''
  for (const code of oauthErrorsAt('authorize')) expect(authorize).toContain(`\`${code}\``)
})

test('sign-in is described with a certificate and a token, and without a signature', () => {
  const securityOf = (path: string, method: Method) => document.paths[path]?.[method]?.security
  expect(securityOf(signInPaths.token, 'post')).toEqual([{}, { clientCertificate: [] }])
  expect(securityOf(signInPaths.userinfo, 'get')).toEqual([
    { accessToken: [] },
    { accessToken: [], clientCertificate: [] },
  ])
  for (const path of [signInPaths.authorize, signInPaths.keys, signInPaths.discovery])
    expect(securityOf(path, 'get'), path).toEqual([])
  expect(document.components.securitySchemes).toMatchObject({
    clientCertificate: { type: 'mutualTLS' },
    accessToken: { type: 'http', scheme: 'bearer' },
  })
})

test.each(['sandbox', 'production'] as const)(
  '%s answers keys and discovery as they are described',
  async (environment) => {
    const within = schemaReader(document)
    for (const path of [signInPaths.keys, signInPaths.discovery]) {
      const fits = within(document.paths[path]?.get?.responses['200']?.content?.['application/json']?.schema)
      const { status, text } = await get(server.baseUrls[environment] + path)
      expect(status).toBe(200)
      fits(JSON.parse(text))
      expect(fits.errors ?? [], path).toEqual([])
    }
  },
)

/** Codes in the described sources, where a refusal is thrown. */
const thrownCodes = async (): Promise<Set<string>> => {
  const source = join(import.meta.dirname, '../..')
  const codes = new Set<string>()
  for (const module of ['gateway', 'calls', 'services', 'register']) {
    for (const name of await readdir(join(source, module), { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue
      const text = await readFile(join(source, module, name), 'utf8')
      for (const [, code = ''] of text.matchAll(/new Refusal\(\s*'(\w+)'/g)) codes.add(code)
    }
  }
  return codes
}

test('no code is refused with that the document does not know', async () => {
  const known = new Set(document.components.schemas.ErrorCode?.enum as string[])
  const thrown = await thrownCodes()
  // It only occurs in the list of batch results, which has no status.
  const shown = [...thrown].filter((code) => isShownTo('caller', code as RefusalCode))
  expect(shown.length).toBeGreaterThan(20)
  const unknown = shown.filter((code) => !known.has(code) && code !== 'batch_cancelled')
  expect(unknown).toEqual([])
})

test('the catalogue of scopes and purposes is the contract’s', () => {
  const { Scope, Purpose } = document.components.schemas
  expect(Scope?.enum).toEqual(scopes)
  expect(Purpose?.enum).toEqual(purposes)
  const tiers = Scope?.['x-scopes'] as { scope: string; tier: string }[]
  expect(tiers.find(({ scope }) => scope === 'kyc.religion')?.tier).toBe('sensitive')
})

test('the page loads nothing, runs one script of its own, and names every operation, event and error', async () => {
  const page = await get(`${server.baseUrls.sandbox}/docs`)
  expect(page.status).toBe(200)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; /,
  )
  expect(page.text).not.toMatch(/<script |<iframe|<link[^>]+href="http|@import|url\(|\sstyle=|\son\w+="/i)
  for (const { operation } of operations()) expect(page.text).toContain(`id="${operation.operationId}"`)
  for (const { post } of Object.values(document.webhooks))
    expect(page.text).toContain(`id="${post?.operationId}"`)
  for (const code of document.components.schemas.ErrorCode?.enum ?? [])
    expect(page.text).toContain(`id="error-${code}"`)
  const targets = [...page.text.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1])
  const missing = new Set(targets.filter((target) => !page.text.includes(`id="${target}"`)))
  expect([...missing]).toEqual([])
})

test('the document and the page are the same at every start, and need not be sent twice', async () => {
  for (const path of ['/openapi.json', '/docs']) {
    const url = server.baseUrls.sandbox + path
    const { headers } = await get(url)
    const again = await get(url, { 'If-None-Match': String(headers.etag) })
    expect(again.status, path).toBe(304)
    expect(again.text, path).toBe('')
  }
})

test('a caller that takes gzip gets fewer bytes, and the same text', async () => {
  const url = `${server.baseUrls.sandbox}/docs`
  const plain = (await get(url)).text
  const answer = await request(url, { dispatcher: anyone, headers: { 'Accept-Encoding': 'gzip, br' } })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(bytes).toString('utf8')).toBe(plain)
  expect(bytes.length).toBeLessThan(plain.length / 5)
  expect((await get(url, { 'Accept-Encoding': 'gzip;q=0' })).text).toBe(plain)
})

test('every result can have a receipt, and the SDK knows its path', () => {
  const paths = Object.keys(document.paths)
  const read = paths.filter((path) => path.startsWith('/v1/') && path.endsWith('/{id}'))

  expect(read.length).toBeGreaterThan(7)
  expect(paths).toEqual(expect.arrayContaining(read.map((path) => `${path}/receipt`)))
  expect(read.toSorted()).toEqual(
    Object.values(resultPaths)
      .map((path) => `${path}/{id}`)
      .toSorted(),
  )
})
