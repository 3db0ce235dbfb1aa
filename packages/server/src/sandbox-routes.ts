import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import serverPackage from '../package.json' with { type: 'json' }
import type { DescribedEndpoint, Service } from './delivery/index.ts'
import { describeApi, type PlainRoute, referencePage } from './description/index.ts'
import { filesRoute } from './files-route.ts'
import { healthRoute } from './health-route.ts'
import { type SandboxScenario, scenariosFor } from './register/index.ts'

const tag = 'Sandbox'
const json = 'application/json'

const scenarioSchema = Type.Object({
  identifier: Type.Object({ type: Type.String(), value: Type.String() }),
  name: Type.Optional(Type.String({ description: 'Whom a call may claim in `match`' })),
  date_of_birth: Type.Optional(Type.String({ format: 'date' })),
  documents: Type.Optional(
    Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
      description: 'The same person by other identifiers',
    }),
  ),
  yields: Type.Record(Type.String(), Type.String(), { description: 'What each service answers, in words' }),
})

const scenariosRoute = (scenarios: SandboxScenario[]): PlainRoute => ({
  path: '/sandbox/scenarios',
  operationId: 'list_scenarios',
  tag,
  summary: 'List the test identities',
  description:
    'Every test identity and what it yields of the services on offer, from the code that makes it so.',
  answers: [
    {
      status: 200,
      description: 'All of them.',
      contentType: json,
      schema: Type.Object({ object: Type.Literal('list'), data: Type.Array(scenarioSchema) }),
      example: { object: 'list', data: scenarios.slice(0, 2) },
    },
  ],
})

const documentRoute: PlainRoute = {
  path: '/openapi.json',
  operationId: 'read_openapi',
  tag,
  summary: 'This description as OpenAPI 3.1',
  description: 'Generated from the declarations that make the API.',
  answers: [{ status: 200, description: 'The document.', contentType: json, schema: Type.Object({}) }],
}

const pageRoute: PlainRoute = {
  path: '/docs',
  operationId: 'read_docs',
  tag,
  summary: 'This description as a page',
  description: 'The page that you may be reading.',
  answers: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
}

/** What the sandbox tells without a signature: its test identities, and the description of the API. */
export const addSandboxRoutes = (
  app: FastifyInstance,
  services: readonly Service[],
  endpoints: readonly DescribedEndpoint[],
): void => {
  const scenarios = scenariosFor(new Set(services.map(({ name }) => name)))
  const listing = scenariosRoute(scenarios)
  const plainRoutes = [filesRoute, listing, documentRoute, pageRoute, healthRoute]
  const { version } = serverPackage
  const document = once(() => describeApi({ version, services, endpoints, plainRoutes }))
  const type = `${json}; charset=utf-8`
  serve(app, listing.path, async () => ({ type, text: JSON.stringify({ object: 'list', data: scenarios }) }))
  serve(app, documentRoute.path, async () => ({ type, text: JSON.stringify(await document()) }))
  serve(app, pageRoute.path, async () => {
    const { html, contentSecurityPolicy } = referencePage(await document())
    const headers = { 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' }
    return { type: 'text/html; charset=utf-8', text: html, headers }
  })
}

/** Made when it is first asked for, so that no start waits for it; what failed is tried again. */
const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error) => {
      made = null
      throw error
    })
    return made
  }
}

type Text = { type: string; text: string; headers?: Record<string, string> }

/** Bytes that stay the same for as long as the process runs. */
const serve = (app: FastifyInstance, path: string, make: () => Promise<Text>): void => {
  const prepared = once(async () => {
    const { type, text, headers } = await make()
    const plain = Buffer.from(text)
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`
    return { type, headers: { ...headers, ETag: etag }, etag, plain, compressed: gzipSync(plain) }
  })
  app.get(path, async (request, reply) => {
    const { type, headers, etag, plain, compressed } = await prepared()
    reply.headers({
      ...headers,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.type(type).send(plain)
    return reply.type(type).header('Content-Encoding', 'gzip').send(compressed)
  })
}

const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((coding) => /^\s*gzip\s*(?:$|;\s*q=(?!0(?:\.0*)?\s*$))/i.test(coding))
