import type { Credentials } from '../client/credentials.ts'
import { fetchPlainly } from '../client/transport.ts'

type Reference = { $ref: string }
type Parameter = { name: string; in: string; schema?: { enum?: string[] } }
type ErrorSchema = { allOf?: { properties?: { error?: { enum?: string[] } } }[] }
type BodySchema = { $ref?: string; properties?: Record<string, unknown>; allOf?: BodySchema[] }
type Response = { content?: Record<string, { schema?: ErrorSchema }> }
type Described = {
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: {
    content: Record<string, { schema?: BodySchema; examples: Record<string, { value: unknown }> }>
  }
  responses: Record<string, Response>
}
export type CatalogueEntry = { code: string; status: number | null }
type Document = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: { ErrorCode: { 'x-errors': CatalogueEntry[] } } & Record<string, BodySchema> }
}

/** One operation of `/openapi.json`. */
export type Operation = {
  /** For example `GET /v1/jobs/{job_id}`. */
  name: string
  method: string
  path: string
  /** It needs a key and a signature. */
  signed: boolean
  /** A page or a file of the sandbox, which anyone reads there. Production does not serve it. */
  isDocumentation: boolean
  pathParameters: string[]
  /** The first value of each parameter of the path that has fixed values. */
  fixedValues: Map<string, string>
  /** It takes `Prefer: respond-async`. */
  asynchronous: boolean
  /** The first example of the request; undefined if no body is described. */
  example: Record<string, unknown> | undefined
  /** The members of the request body. */
  members: ReadonlySet<string>
  /** The status of each error code that is described. */
  errors: Map<string, number>
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
const isReference = (parameter: Parameter | Reference): parameter is Reference => '$ref' in parameter

const fetchDocument = async ({ base_url }: Credentials): Promise<Document> =>
  JSON.parse((await fetchPlainly(`${base_url}/openapi.json`)).body.toString('utf8')) as Document

const codesIn = ({ content }: Response): string[] =>
  Object.values(content ?? {}).flatMap(({ schema }) =>
    (schema?.allOf ?? []).flatMap(({ properties }) => properties?.error?.enum ?? []),
  )

const membersOf = (schema: BodySchema | undefined, document: Document): string[] => {
  if (!schema) return []
  const referred = schema.$ref && document.components.schemas[schema.$ref.split('/').at(-1) as string]
  return [
    ...Object.keys(schema.properties ?? {}),
    ...[...(schema.allOf ?? []), ...(referred ? [referred] : [])].flatMap((part) =>
      membersOf(part, document),
    ),
  ]
}

const operationOf = (
  method: string,
  path: string,
  { described, document }: { described: Described; document: Document },
): Operation => {
  const parameters = described.parameters ?? []
  const signed = described.security.some((scheme) => 'signature' in scheme)
  const body = described.requestBody?.content['application/json']
  const examples = body?.examples ?? {}
  const [example] = Object.values(examples)
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    signed,
    isDocumentation: !signed && described.tags.includes('Sandbox'),
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!),
    fixedValues: new Map(
      parameters.flatMap((one): [string, string][] => {
        const [first] = isReference(one) ? [] : (one.schema?.enum ?? [])
        return first === undefined ? [] : [[(one as Parameter).name, first]]
      }),
    ),
    asynchronous: parameters.some((one) => isReference(one) && one.$ref.endsWith('/Prefer')),
    example: example?.value as Record<string, unknown> | undefined,
    members: new Set(membersOf(body?.schema, document)),
    errors: new Map(
      Object.entries(described.responses).flatMap(([status, response]) =>
        codesIn(response).map((code): [string, number] => [code, Number(status)]),
      ),
    ),
  }
}

/** Every operation that the running product describes. */
export const describedOperations = async (sandbox: Credentials): Promise<Operation[]> => {
  const document = await fetchDocument(sandbox)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item[method]
      return described ? [operationOf(method, path, { described, document })] : []
    }),
  )
}

/** Every error code that the running product describes, with its status. */
export const describedCodes = async (sandbox: Credentials): Promise<CatalogueEntry[]> =>
  (await fetchDocument(sandbox)).components.schemas.ErrorCode['x-errors']
