import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Environment } from '@nani/contract'
import { makeOnce } from '@nani/foundation/core/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import serverPackage from '../../../package.json' with { type: 'json' }
import type { DescribedEndpoint, Service } from '../../calls/calls/index.ts'
import { signInRoutes } from '../../citizens/sign-in/index.ts'
import { type SandboxScenario, scenariosFor } from '../../register/synthetic-data/index.ts'
import { signInServiceName } from '../../services/sign-in/index.ts'
import { describeApi, type PlainRoute, referencePage } from '../description/index.ts'
import type { Contributed } from './composition.ts'
import { filesRoute } from './files-route.ts'
import { healthRoutes } from './health-routes.ts'
import { receiptKeysRoute } from './receipt-keys-route.ts'
import { surfaceOf } from './surface.ts'

const tag = 'Sandbox'
const json = 'application/json'

const scenarioSchema = Type.Object({
  identifier: Type.Object({ type: Type.String(), value: Type.String() }),
  name: Type.Optional(Type.String({ description: 'The name to use in `match`' })),
  date_of_birth: Type.Optional(Type.String({ format: 'date' })),
  documents: Type.Optional(
    Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
      description: 'The same person by other identifiers',
    }),
  ),
  yields: Type.Record(Type.String(), Type.String(), { description: 'The result of each service, in words' }),
})

const scenariosRoute = (scenarios: SandboxScenario[]): PlainRoute => ({
  path: '/sandbox/scenarios',
  operationId: 'list_scenarios',
  tag,
  summary: 'List the test identities',
  description:
    'Every test identity and its result for each offered service. The list comes from the code that produces the results.',
  answers: [
    {
      status: 200,
      description: 'All test identities.',
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
  description: 'Generated from the declarations of the API.',
  answers: [{ status: 200, description: 'The document.', contentType: json, schema: Type.Object({}) }],
}

const pageRoute: PlainRoute = {
  path: '/docs',
  operationId: 'read_docs',
  tag,
  summary: 'This description as a page',
  description: 'The reference as an HTML page.',
  answers: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
}

/** Routes of the sandbox without a signature: the test identities, and the API description. */
export const addSandboxRoutes = (
  app: FastifyInstance,
  services: readonly Service[],
  endpoints: readonly DescribedEndpoint[],
): void => {
  const scenarios = scenariosFor(new Set([...services.map(({ name }) => name), signInServiceName]))
  const listing = scenariosRoute(scenarios)
  const plainRoutes = [
    ...[filesRoute, listing, documentRoute, pageRoute, receiptKeysRoute],
    ...[...signInRoutes, ...healthRoutes],
  ]
  const { version } = serverPackage
  const document = makeOnce(() => describeApi({ version, services, endpoints, plainRoutes }))
  const type = `${json}; charset=utf-8`
  serve(app, listing.path, async () => ({ type, text: JSON.stringify({ object: 'list', data: scenarios }) }))
  serve(app, documentRoute.path, async () => ({ type, text: JSON.stringify(await document()) }))
  serve(app, pageRoute.path, async () => {
    const { html, contentSecurityPolicy } = referencePage(await document())
    const headers = { 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' }
    return { type: 'text/html; charset=utf-8', text: html, headers }
  })
}

type Text = { type: string; text: string; headers?: Record<string, string> }

/** Serves constant bytes. */
const serve = (app: FastifyInstance, path: string, make: () => Promise<Text>): void => {
  const prepared = makeOnce(async () => {
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

export const sandboxPagesModule = defineModule({
  name: 'sandbox pages',
  open({ contributed }: { contributed: Pick<Contributed, 'services' | 'endpoints'> }) {
    const { services, endpoints } = contributed
    const pages = surfaceOf((app) => addSandboxRoutes(app, services, endpoints))
    return {
      surfaces: [(environment: Environment) => (environment === 'sandbox' ? pages(environment) : null)],
    }
  },
})
