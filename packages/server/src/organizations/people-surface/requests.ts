import { Refusal } from '@nani/foundation/core/index.ts'
import { type HeldBody, type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSimpleBody } from '../../gateway/acts/index.ts'

const readingMethods = new Set(['GET', 'HEAD'])

/**
 * A request that changes something comes from the own script of the pages: another site can send neither the header nor the
 * content type without asking first, and this API permits no one who asks.
 */
export const requireOwnPage = ({ method, headers }: FastifyRequest, origin: string): void => {
  if (readingMethods.has(method)) return
  const isJson = /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '')
  const isOwn = headers.origin === undefined || headers.origin === origin
  if (headers['x-nani-app'] !== '1' || !isOwn || !isJson)
    throw new Refusal(
      'request_not_from_page',
      'A change needs the header X-Nani-App: 1, the content type application/json, and the origin of the pages.',
    )
}

/** All people together have one part of the memory of bodies. */
const holder = 'people'

/** A parsed body, and what an act decodes from it: the text of a file is larger than its bytes. */
const copies = 2

/**
 * Reads bodies as JSON, within the bound of the act. Their memory counts until the answer is sent, because an act holds what it
 * received.
 */
export const readJsonBodies = (app: FastifyInstance, { bodies }: Pick<Http, 'bodies'>): void => {
  const held = new WeakMap<FastifyRequest, number>()
  const hold = (request: FastifyRequest, bytes: number) => {
    if (!bodies.reserve(holder, bytes)) throw new Refusal('overloaded', { retry_after: 1 })
    held.set(request, bytes)
  }
  // Every answer passes here, also that of an error, and of a caller who has left.
  app.addHook('onSend', async (request) => {
    bodies.release(holder, held.get(request) ?? 0)
    held.delete(request)
  })
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const limitBytes = request.routeOptions.config.act?.maxBodyBytes ?? 0
    const body = await readBody(request.raw, { limitBytes, bodies, holder })
    const { length } = body.bytes
    const parsed = parse(body)
    hold(request, copies * length)
    return parsed
  })
}

const parse = (body: HeldBody): unknown => {
  try {
    if (!isSimpleBody(body.bytes))
      throw new Refusal('invalid_request', 'The body has too many values, or nests too deep.', {
        context: { field: '' },
      })
    const text = body.bytes.toString('utf8')
    return text === '' ? {} : JSON.parse(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('invalid_request', 'The body is not JSON.', { context: { field: '' } })
  } finally {
    body.release()
  }
}

/** PostgreSQL stores no character U+0000, so that no id and no filter has one. */
export const hasNul = ({ params, query }: FastifyRequest): boolean =>
  [...Object.values((params ?? {}) as object), ...Object.values((query ?? {}) as object)].some((value) =>
    String(value).includes('\0'),
  )
