import { type Actor, Refusal } from '@nani/foundation/core/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { BoundAct } from './bind.ts'
import type { Declaration, RateLimit, Surface } from './declaration.ts'
import type { Alongside } from './define-act.ts'
import { eventStream, type FileResult, fileResult } from './file-result.ts'
import { requireStorable } from './storable-texts.ts'
import { knownMembers, resultForCallers, surfaceMembers } from './surface-members.ts'

/** A surface adds to derived routes how it finds the actor of a request and how it bounds a source. */
export type ActSurface = {
  name: Surface
  /** Finds the session and the roles. It runs before a body is read, so that strangers send none. */
  actorOf(request: FastifyRequest, declaration: Declaration): Promise<Actor>
  /** Refuses a person who asks too often, or the source of a stranger (null). */
  turnsOf(limit: RateLimit): (request: FastifyRequest, actor: Actor | null) => Promise<void>
  /** Members that the surface adds to the input, such as the version of `If-Match`. */
  addInput?(request: FastifyRequest, declaration: Declaration): Record<string, unknown>
  /** Members that the input does not name are left out, as apps of other releases may send them. Absent: they are refused. */
  leavesOutUnknown?: boolean
  /** Runs the act; for example, a repeated request gets its first result again. */
  around?(work: ActWork): Promise<unknown>
  /**
   * What the surface does with a result before it is sent: a cookie, a list with a cursor. If it returns the reply itself,
   * it has answered.
   */
  answerOf?(reply: FastifyReply, result: unknown, declaration: Declaration): unknown
}

export type ActWork = {
  request: FastifyRequest
  actor: Actor
  declaration: Declaration
  perform(alongside?: Alongside): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The act or the reading of the route. Every route below `/api` of a surface has one. */
    act?: Declaration
  }
}

/** Adds the routes that the declarations name for this surface. The input is the body or the query, with the path. */
export const addActRoutes = (app: FastifyInstance, acts: readonly BoundAct[], surface: ActSurface): void => {
  for (const { declaration, run, admit } of acts) {
    const route = declaration.routes[surface.name]
    if (route === undefined) continue
    const { method, url } = routeOf(route)
    const actors = new WeakMap<FastifyRequest, Actor>()
    const turn = declaration.rateLimit && surface.turnsOf(declaration.rateLimit)
    const isOfPeople =
      surface.name !== 'citizen' &&
      (declaration.actors[surface.name] !== undefined || declaration.actors.person === true)
    app.route({
      method,
      url,
      config: { act: declaration },
      onRequest: [
        async (request) => {
          // A session is found before its turn is taken, so that a request without the right takes none.
          if (!isOfPeople) await turn?.(request, null)
          const actor = await surface.actorOf(request, declaration)
          if (isOfPeople) await turn?.(request, actor)
          actors.set(request, actor)
        },
        ...(admit ? [({ params }: FastifyRequest) => admit(params as Record<string, string>)] : []),
      ],
      async handler(request, reply) {
        const actor = actors.get(request)
        if (!actor) throw new Error(`the request of ${declaration.name} has no actor`)
        const given = inputOf(request, declaration.input)
        const sent = surface.leavesOutUnknown ? knownMembers(declaration.input, given) : given
        refuseReserved(sent, declaration.input, request.params as Record<string, string>)
        requireStorable(sent)
        const input = {
          ...sent,
          ...surface.addInput?.(request, declaration),
          ...valuesOfQuery(request.params as Record<string, string>, declaration.input),
        }
        const perform = (alongside?: Alongside) => run(actor, input, alongside)
        const result = surface.around
          ? await surface.around({ request, actor, declaration, perform })
          : await perform()
        return send(reply, result, { declaration, surface })
      },
    })
  }
}

/** `GET /consents/{id}` as Fastify writes it. */
export const routeOf = (route: string): { method: string; url: string } => {
  const [method = '', path = ''] = route.split(' ')
  return { method, url: path.replace(/\{(\w+)\}/g, ':$1') }
}

/** The names of the parameters of a path. */
export const pathParameters = (route: string): string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** A caller cannot send what the path or the surface gives. Such a member is unknown to the caller. */
const refuseReserved = (sent: object, schema: TSchema, params: Record<string, string>): void => {
  const reserved = new Set([...Object.keys(params), ...surfaceMembers(schema)])
  const field = Object.keys(sent).find((name) => reserved.has(name))
  if (field !== undefined)
    throw new Refusal('value_invalid', `The field ${field} is unknown.`, { context: { field } })
}

const inputOf = ({ method, query, body }: FastifyRequest, schema: TSchema): object =>
  method === 'GET' || method === 'HEAD'
    ? valuesOfQuery(query as Record<string, unknown>, schema)
    : objectOf(body)

const objectOf = (body: unknown): object => {
  if (body === undefined || body === null) return {}
  if (typeof body === 'object' && !Array.isArray(body)) return body
  throw new Refusal('value_invalid', 'The body is not an object.', { context: { field: '' } })
}

/** A query and a path have texts only. A member of the schema that is a number or a boolean is read as one. */
const valuesOfQuery = (query: Record<string, unknown>, schema: TSchema): object =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, readValue(value, propertyOf(schema, name))]),
  )

const propertyOf = (schema: TSchema, name: string): { type?: string } | undefined =>
  (schema as { properties?: Record<string, { type?: string }> }).properties?.[name]

const readValue = (value: unknown, property: { type?: string } | undefined): unknown => {
  if (typeof value !== 'string') return value
  const { type } = property ?? {}
  if ((type === 'integer' || type === 'number') && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

const send = (
  reply: FastifyReply,
  result: unknown,
  { declaration, surface }: { declaration: Declaration; surface: ActSurface },
): FastifyReply => {
  if (declaration.output === fileResult) return sendFile(reply, result as FileResult)
  // A stream has no end, so that HEAD opens none.
  if (declaration.output === eventStream && reply.request.method === 'HEAD')
    return reply.type('text/event-stream; charset=utf-8').send('')
  const answer = surface.answerOf ? surface.answerOf(reply, result, declaration) : result
  if (answer === reply) return reply
  const body = resultForCallers(declaration.output, answer)
  if (declaration.answers === 204) return reply.code(204).send()
  return reply
    .code(declaration.answers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body ?? null))
}

const sendFile = (
  reply: FastifyReply,
  { file_name, content_type, content, sha256 }: FileResult,
): FastifyReply =>
  reply
    .headers({
      'Content-Type': content_type,
      'Content-Disposition': `attachment; filename="${file_name}"`,
      'X-Content-Type-Options': 'nosniff',
      // Where a browser shows a file nevertheless, it has no origin, no script and no other file.
      'Content-Security-Policy': "sandbox; default-src 'none'",
      ...(sha256 && { 'Content-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }),
    })
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
