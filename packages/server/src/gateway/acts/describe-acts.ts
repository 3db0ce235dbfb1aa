import type { TSchema } from 'typebox'
import { pathParameters } from './act-routes.ts'
import type { Declaration, Surface } from './declaration.ts'
import { fileResult } from './file-result.ts'

/** The rights that an operation needs, for programs that compute the matrix of rights. */
export type OperationPermission = { session: boolean; roles: readonly string[]; step_up: boolean }

type Described = { get?: object; post?: object; put?: object; patch?: object; delete?: object }
type ObjectSchema = { properties?: Record<string, TSchema>; required?: readonly string[] }

/** The OpenAPI paths of a surface, from the same declarations as its routes. `statusOf`: the status of a refusal. */
export const describeActs = (
  declarations: readonly Declaration[],
  surface: Surface,
  statusOf: (code: string) => number,
): Record<string, Described> => {
  const paths: Record<string, Described> = {}
  for (const declaration of declarations) {
    const route = declaration.routes[surface]
    if (route === undefined) continue
    const [method = '', path = ''] = route.split(' ')
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationOf(declaration, { surface, route, statusOf }),
    }
  }
  return paths
}

type Place = { surface: Surface; route: string; statusOf: (code: string) => number }

const operationOf = (declaration: Declaration, { surface, route, statusOf }: Place): object => {
  const inPath = pathParameters(route)
  const isRead = route.startsWith('GET ')
  const { properties = {}, required = [] } = declaration.input as ObjectSchema
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const body = {
    ...{ type: 'object', properties: Object.fromEntries(rest) },
    required: required.filter((name) => !inPath.includes(name)),
    additionalProperties: false,
  }
  return {
    operationId: declaration.name,
    summary: declaration.sentence.en,
    'x-nani-permission': permissionOf(declaration, surface),
    parameters: [
      ...inPath.map((name) => ({
        ...{ name, in: 'path', required: true },
        schema: properties[name] ?? { type: 'string' },
      })),
      ...(isRead
        ? rest.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
        : []),
    ],
    ...(!isRead &&
      rest.length > 0 && {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      }),
    responses: { ...successOf(declaration), ...refusalsOf(declaration, statusOf) },
  }
}

/** The permission of an act on one surface. An act that the system alone does is open to strangers there. */
export const permissionOf = ({ actors, stepUp }: Declaration, surface: Surface): OperationPermission => ({
  session: surface === 'citizen' ? actors.citizen === true : actors[surface] !== undefined,
  roles: surface === 'citizen' ? [] : (actors[surface] ?? []),
  step_up: stepUp,
})

const successOf = ({ answers, output }: Declaration): Record<string, object> => {
  if (answers === 204) return { 204: { description: 'Done.' } }
  const content =
    output === fileResult
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: output } }
  return { [answers]: { description: 'Done.', content } }
}

const refusalsOf = (
  { refusals }: Declaration,
  statusOf: (code: string) => number,
): Record<string, object> => {
  const byStatus = Map.groupBy(refusals, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\``).join(', ') },
    ]),
  )
}
