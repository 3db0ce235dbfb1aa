import type { Environment } from '@nani/contract'
import { makeOnce, Refusal } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import serverPackage from '../../../../package.json' with { type: 'json' }
import type { DescribedEndpoint, Service } from '../../../calls/calls/index.ts'
import { signInRoutes } from '../../../citizens/sign-in/index.ts'
import type { Installation } from '../../../organizations/organizations/index.ts'
import { type SandboxScenario, scenariosFor } from '../../../register/synthetic-data/index.ts'
import { signInServiceName } from '../../../services/sign-in/index.ts'
import {
  clientFiles,
  describeApi,
  type PlainRoute,
  readClient,
  referencePage,
  startPage,
} from '../../description/index.ts'
import type { Contributed } from '../composition.ts'
import { filesRoute } from '../files-route.ts'
import { healthRoutes } from '../health-routes.ts'
import { receiptKeysRoute } from '../receipt-keys-route.ts'
import { surfaceOf } from '../surface.ts'
import { addGuides, hasGuides } from './guides-route.ts'
import { pageOf, serveText } from './serve-text.ts'

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
  summary: 'Read this description as OpenAPI 3.1',
  description: 'Generated from the declarations of the API.',
  answers: [{ status: 200, description: 'The document.', contentType: json, schema: Type.Object({}) }],
}

const pageRoute: PlainRoute = {
  path: '/docs',
  operationId: 'read_docs',
  tag,
  summary: 'Read this description as a page',
  description: 'The reference as an HTML page.',
  answers: [{ status: 200, description: 'The page.', contentType: 'text/html' }],
}

const clientRoute: PlainRoute = {
  path: '/docs/clients/:name',
  operationId: 'read_client',
  tag,
  summary: 'Read a client of one file',
  description: 'The source of a client that signs, encrypts and verifies.',
  parameters: [
    {
      ...{ name: 'name', in: 'path', description: 'The name of the file.', example: 'nani.py' },
      schema: Type.Enum(clientFiles.map(({ name }) => name)),
    },
  ],
  answers: [{ status: 200, description: 'The source.', contentType: 'text/plain' }],
  refusals: ['not_found'],
}

/** A page for people who open the address. It is no operation of the API. */
const startPath = '/'

type Parts = {
  services: readonly Service[]
  endpoints: readonly DescribedEndpoint[]
  addresses(): {
    sandbox: string
    production: string
    citizenUrl: string
    consoleUrl: string
    helpUrl: string
  }
}

/** Routes of the sandbox without a signature: the test identities, the API description and the guides. */
export const addSandboxRoutes = (app: FastifyInstance, { services, endpoints, addresses }: Parts): void => {
  const scenarios = scenariosFor(new Set([...services.map(({ name }) => name), signInServiceName]))
  const listing = scenariosRoute(scenarios)
  const plainRoutes = [
    ...[filesRoute, listing, documentRoute, pageRoute, clientRoute, receiptKeysRoute],
    ...[...signInRoutes, ...healthRoutes],
  ]
  const { version } = serverPackage
  // Ports are known when the first request arrives.
  const document = makeOnce(() => {
    const { helpUrl, sandbox, production } = addresses()
    return describeApi({
      ...{ version, helpUrl, services, endpoints, plainRoutes },
      addresses: { sandbox, production },
    })
  })
  const type = `${json}; charset=utf-8`
  serveText(app, listing.path, async () => ({
    type,
    text: JSON.stringify({ object: 'list', data: scenarios }),
  }))
  serveText(app, documentRoute.path, async () => ({ type, text: JSON.stringify(await document()) }))
  serveText(app, pageRoute.path, async () => pageOf(referencePage(await document())))
  serveText(app, startPath, async () => pageOf(startPage({ ...addresses(), hasGuides: hasGuides() })), {
    // A signed call that lost its path must not take a page for its answer.
    onRequest: (request, reply, done) => {
      if (request.headers['x-svc-key-id'] === undefined) done()
      else reply.callNotFound()
    },
  })
  app.get<{ Params: { name: string } }>(clientRoute.path, (request, reply) => {
    const source = readClient(request.params.name)
    if (source === null) throw new Refusal('not_found')
    reply.header('X-Content-Type-Options', 'nosniff')
    return reply.type('text/plain; charset=utf-8').send(source)
  })
  addGuides(app)
}

type Needs = {
  http: Pick<Http, 'publicUrls'>
  installation: Pick<Installation, 'helpUrl'>
  citizenUrl: string
  consoleUrl: string
  contributed: Pick<Contributed, 'services' | 'endpoints'>
}

export const sandboxPagesModule = defineModule({
  name: 'sandbox pages',
  open({ http, installation, citizenUrl, consoleUrl, contributed }: Needs) {
    const { services, endpoints } = contributed
    const addresses = () => {
      const { of } = http.publicUrls
      const sandbox = of('sandbox')
      const helpUrl = installation.helpUrl ?? `${sandbox}/${hasGuides() ? 'guides/' : ''}`
      return { sandbox, production: of('production'), citizenUrl, consoleUrl, helpUrl }
    }
    const pages = surfaceOf((app) => addSandboxRoutes(app, { services, endpoints, addresses }))
    return {
      surfaces: [(environment: Environment) => (environment === 'sandbox' ? pages(environment) : null)],
    }
  },
})
