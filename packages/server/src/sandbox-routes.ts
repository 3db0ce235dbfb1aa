import { createHash } from 'node:crypto'
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
export const addSandboxRoutes = async (
  app: FastifyInstance,
  services: readonly Service[],
  endpoints: readonly DescribedEndpoint[],
): Promise<void> => {
  const scenarios = scenariosFor(new Set(services.map(({ name }) => name)))
  const listing = scenariosRoute(scenarios)
  const plainRoutes = [filesRoute, listing, documentRoute, pageRoute, healthRoute]
  const document = await describeApi({ version: serverPackage.version, services, endpoints, plainRoutes })
  const page = referencePage(document)
  serve(app, listing.path, `${json}; charset=utf-8`, JSON.stringify({ object: 'list', data: scenarios }))
  serve(app, documentRoute.path, `${json}; charset=utf-8`, JSON.stringify(document))
  serve(app, pageRoute.path, 'text/html; charset=utf-8', page.html, {
    'Content-Security-Policy': page.contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  })
}

/** Bytes that stay the same for as long as the process runs. */
const serve = (
  app: FastifyInstance,
  path: string,
  contentType: string,
  text: string,
  headers: Record<string, string> = {},
): void => {
  const body = Buffer.from(text)
  const tagOfBody = `"${createHash('sha256').update(body).digest('base64url')}"`
  app.get(path, (request, reply) => {
    reply.headers({
      ...headers,
      'Cache-Control': 'no-cache',
      ETag: tagOfBody,
      'X-Content-Type-Options': 'nosniff',
    })
    if (request.headers['if-none-match'] === tagOfBody) return reply.code(304).send()
    return reply.type(contentType).send(body)
  })
}
