import type { TSchema } from 'typebox'
import { pathParameters } from './act-routes.ts'
import type { Declaration, StepUpCase, Surface } from './declaration.ts'
import { exampleOf } from './example-of.ts'
import { eventStream, fileResult } from './file-result.ts'
import { setsCookies, surfaceMembers, withoutSurfaceMembers } from './surface-members.ts'

/**
 * The rights that an operation needs, for programs that compute the matrix of rights. `step_up`: it always needs a second factor of the
 * last five minutes. `step_up_when`: it needs one in this case alone.
 */
export type OperationPermission = {
  session: boolean
  roles: readonly string[]
  step_up: boolean
  step_up_when?: StepUpCase
}

/** An error of a surface, as an operation may answer it. */
export type DescribedError = { status: number; code: string }

type PathItem = { get?: object; post?: object; put?: object; patch?: object; delete?: object }
type ObjectSchema = { properties?: Record<string, TSchema>; required?: readonly string[] }

/** How a surface describes its acts: the errors of each, and the headers of a change. */
export type Description = {
  surface: Surface
  errorsOf(declaration: Declaration, route: string): readonly DescribedError[]
  /** Headers that every request with a change has, with their values. */
  headersOfChanges?: Readonly<Record<string, string>>
}

/** The OpenAPI paths of a surface, from the same declarations as its routes. */
export const describeActs = (
  declarations: readonly Declaration[],
  description: Description,
): Record<string, PathItem> => {
  const paths: Record<string, PathItem> = {}
  for (const declaration of declarations) {
    const route = declaration.routes[description.surface]
    if (route === undefined) continue
    const [method = '', path = ''] = route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(declaration, route, description) }
  }
  return paths
}

const operationOf = (declaration: Declaration, route: string, description: Description): object => {
  const permission = permissionOf(declaration, description.surface)
  const body = bodyOf(declaration, route)
  return {
    operationId: declaration.name,
    summary: declaration.sentence.en,
    'x-nani-permission': permission,
    ...(permission.session ? { security: [{ session: [] }] } : { security: [] }),
    parameters: [...parametersOf(declaration, route), ...headersOf(declaration, route, description)],
    ...(body && { requestBody: body }),
    responses: { ...successOf(declaration), ...errorsOf(description.errorsOf(declaration, route)) },
  }
}

const membersOf = ({ input }: Declaration, route: string) => {
  const { properties = {}, required = [] } = input as ObjectSchema
  const inPath = pathParameters(route)
  const hidden = new Set([...inPath, ...surfaceMembers(input)])
  return {
    inPath: inPath.map((name) => [name, properties[name] ?? { type: 'string' }] as const),
    sent: Object.entries(properties).filter(([name]) => !hidden.has(name)),
    required,
  }
}

const parametersOf = (declaration: Declaration, route: string): object[] => {
  const { inPath, sent, required } = membersOf(declaration, route)
  const query = route.startsWith('GET ') ? sent : []
  return [
    ...inPath.map(([name, schema]) => ({
      ...{ name, in: 'path', required: true, schema, example: exampleOf(schema as TSchema) },
    })),
    ...query.map(([name, schema]) => ({
      ...{ name, in: 'query', required: required.includes(name), schema, example: exampleOf(schema) },
    })),
  ]
}

const headersOf = (declaration: Declaration, route: string, { headersOfChanges }: Description): object[] => {
  if (route.startsWith('GET ')) return []
  const text = { type: 'string' }
  const fixed = Object.entries(headersOfChanges ?? {}).map(([name, value]) => ({
    ...{ name, in: 'header', required: true, schema: { ...text, const: value }, example: value },
  }))
  const isVersioned = surfaceMembers(declaration.input).includes('version')
  return [
    ...fixed,
    ...(isVersioned
      ? [{ name: 'If-Match', in: 'header', required: true, schema: text, example: '"1"' }]
      : []),
    ...(route.startsWith('POST ')
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: `A request that succeeds is performed once within 24 hours. ${repeatedAnswer(declaration)}`,
            schema: text,
            example: 'a-key-of-the-caller',
          },
        ]
      : []),
  ]
}

const repeatedAnswer = (declaration: Declaration): string =>
  setsCookies(declaration)
    ? 'A repeated request is refused with `conflict`: the cookie of the first answer is stored nowhere.'
    : 'A repeated request gets the first answer again.'

const bodyOf = (declaration: Declaration, route: string): object | null => {
  const { sent, required } = membersOf(declaration, route)
  if (route.startsWith('GET ') || sent.length === 0) return null
  const names = sent.map(([name]) => name)
  const schema = {
    ...{ type: 'object', properties: Object.fromEntries(sent), additionalProperties: false },
    required: required.filter((name) => names.includes(name)),
  }
  const example = declaration.example.input ?? exampleOf(schema as unknown as TSchema)
  return { required: true, content: { 'application/json': { schema, example } } }
}

/** The permission of an act on one surface. An act that the system alone does is open to strangers there. */
export const permissionOf = (
  { actors, stepUp, stepUpWhen }: Declaration,
  surface: Surface,
): OperationPermission => ({
  session:
    surface === 'citizen' ? actors.citizen === true : actors[surface] !== undefined || actors.person === true,
  roles: surface === 'citizen' ? [] : (actors[surface] ?? []),
  step_up: stepUp,
  ...(stepUpWhen && { step_up_when: stepUpWhen }),
})

const successOf = ({ answers, output, example }: Declaration): Record<string, object> => {
  if (answers === 204) return { 204: { description: 'Done.' } }
  if (output === fileResult) {
    const schema = { type: 'string', format: 'binary' }
    return { [answers]: { description: 'A file.', content: { 'application/octet-stream': { schema } } } }
  }
  if (output === eventStream)
    return {
      [answers]: { description: 'Events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    }
  const content = { schema: withoutSurfaceMembers(output), example: example.output ?? exampleOf(output) }
  return { [answers]: { description: 'Done.', content: { 'application/json': content } } }
}

const errorsOf = (errors: readonly DescribedError[]): Record<string, object> => {
  const schema = { $ref: '#/components/schemas/Error' }
  const byStatus = Map.groupBy(errors, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => {
      const codes = [...new Set(ofStatus.map(({ code }) => code))]
      const example = {
        error: codes[0],
        message: 'A sentence for people.',
        request_id: 'req_01M7YS1Q44S1432YGAVSNSSJEF',
      }
      return [
        status,
        {
          description: codes.map((code) => `\`${code}\``).join(', '),
          content: { 'application/json': { schema, example } },
        },
      ]
    }),
  )
}
