import type { Environment, ErrorCode } from '@nani/contract'
import type { DescribedEndpoint, ExampleRun, Service } from '../../calls/calls/index.ts'
import { errorCodeSchema, errorExamples } from './errors.ts'
import { runServiceExamples } from './example-runs.ts'
import { guide, sandboxGuide } from './guide.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { Method, OpenApi, Operation, PathItem, Schema } from './open-api.ts'
import { reference } from './open-api.ts'
import { plainOperation, refusalsOf, signedOperation } from './operations.ts'
import type { PlainRoute } from './plain-route.ts'
import { namedSchemas } from './schemas.ts'
import { webhookItems } from './webhook-items.ts'

export type ApiParts = {
  version: string
  /** The addresses for callers. */
  addresses: Record<Environment, string>
  /** The page with help for callers. */
  helpUrl: string
  services: readonly Service[]
  endpoints: readonly DescribedEndpoint[]
  plainRoutes: readonly PlainRoute[]
}

/** The router writes `/v1/jobs/:job_id`, and OpenAPI writes `/v1/jobs/{job_id}`. */
const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** The router returns these for unknown paths and methods. */
const routerRefusals: readonly ErrorCode[] = ['not_found', 'method_not_allowed']

/** The OpenAPI 3.1 document, from the declarations of the API. */
export const describeApi = async (parts: ApiParts): Promise<OpenApi> => {
  const { version, addresses, helpUrl, services, endpoints, plainRoutes } = parts
  const runs = await runServiceExamples(services)
  const { schemas, write } = namedSchemas(services)
  const paths: Record<string, PathItem> = {}
  const add = (path: string, method: Method, operation: Operation) => {
    paths[templated(path)] = { ...paths[templated(path)], [method]: operation }
  }
  const runOf = (endpoint: DescribedEndpoint): ExampleRun => {
    const found = runs.get(endpoint.service ?? '') ?? runs.values().next().value
    if (!found) throw new Error('there is no service to show')
    return found
  }
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>
    add(endpoint.path, method, signedOperation(endpoint, runOf(endpoint), write))
  }
  for (const route of plainRoutes) add(route.path, route.method ?? 'get', plainOperation(route, write))
  const shown = new Set([
    ...endpoints.flatMap(refusalsOf),
    ...plainRoutes.flatMap(({ refusals }) => refusals ?? []),
  ])
  const codes = [...new Set([...shown, ...routerRefusals])]
  return {
    openapi: '3.1.1',
    info: {
      title: 'Nani identity API',
      version,
      summary: 'A signed and encrypted identity API.',
      description: guide(),
      contact: { name: 'The operators of this installation', url: helpUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: addresses.sandbox, description: 'The sandbox, with invented people' },
      { url: addresses.production, description: 'Production, with a client certificate (mutual TLS)' },
    ],
    tags: tagsOf(services, endpoints, plainRoutes),
    paths,
    webhooks: webhookItems(runs.values().next().value, write),
    'x-encrypted-body': encryptedBody,
    components: {
      schemas: { ...schemas, ...errorSchemas(schemas.Error, codes) },
      parameters: requestHeaders,
      headers: answerHeaders,
      examples: errorExamples([...shown]),
      securitySchemes,
    },
  }
}

const encryptedBody: Schema = {
  type: 'object',
  title: 'What travels',
  description:
    'The wrapper of every body marked `x-encrypted`: base64 of AES-256-GCM ciphertext ‖ 16-byte tag of the shape that is documented in its place. Its IV is in `X-SVC-IV`.',
  required: ['payload'],
  properties: { payload: { type: 'string', description: 'Standard base64' } },
  examples: [{ payload: 'BiOzgGU6sPKHJ/jtQNZUxElPXrcLZpNNolU+9+NjEjCR6Q==' }],
}

const errorSchemas = (error: Schema | undefined, codes: readonly ErrorCode[]): Record<string, Schema> => ({
  Error: { ...error, properties: { ...error?.properties, error: reference('schemas', 'ErrorCode') } },
  ErrorCode: errorCodeSchema(codes),
})

const signInGuide = `
A citizen signs in to your application with the national identity, by OpenID Connect. These endpoints are neither signed nor
encrypted. Use a certified library: it reads the discovery document, and needs only the API key as \`client_id\`.
`.trim()

const tagsOf = (
  services: readonly Service[],
  endpoints: readonly DescribedEndpoint[],
  plainRoutes: readonly PlainRoute[],
): OpenApi['tags'] => {
  const descriptions: Record<string, string> = {
    ...Object.fromEntries(services.map(({ title, summary }) => [title, summary])),
    'Jobs and batches': 'Jobs and batches of asynchronous calls; the same for every service.',
    'Federated sign-in': signInGuide,
    Events:
      'What happened to the resources of an application: the list of its events, and the webhooks that announce them.',
    Billing: 'The prices of calls. Wallets, invoices and top-ups are in the console.',
    Files: 'Photographs and scans, by the signed links of results.',
    Operations: 'Whether a process runs and can serve calls, for supervisors and balancers.',
    Receipts: 'The keys that verify receipts. Each service has the receipts of its own results.',
    Sandbox: sandboxGuide(new Set(services.map(({ name }) => name))),
  }
  const names = new Set([...endpoints.map(({ docs }) => docs.tag), ...plainRoutes.map(({ tag }) => tag)])
  return [...names].map((name) => ({ name, description: descriptions[name] ?? '' }))
}

const securitySchemes: OpenApi['components']['securitySchemes'] = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SVC-Key-Id',
    description: 'The API key of the application: an identifier, not a secret.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-SVC-Signature',
    description: 'Lower-case hex HMAC-SHA256 of the nine canonical lines under the Secret Key.',
  },
  clientCertificate: {
    type: 'mutualTLS',
    description: 'Production only: a client certificate that is registered for the application.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The `access_token` of a sign-in. It is opaque and belongs to the application.',
  },
}
