import { Refusal } from '@nani/foundation/core/index.ts'
import { type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

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

/** Reads bodies as JSON, within the bound of the act. */
export const readJsonBodies = (app: FastifyInstance, http: Pick<Http, 'bodies'>): void => {
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const limitBytes = request.routeOptions.config.act?.maxBodyBytes ?? 0
    const body = await readBody(request.raw, { limitBytes, bodies: http.bodies, holder })
    try {
      const text = body.bytes.toString('utf8')
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new Refusal('invalid_request', 'The body is not JSON.', { context: { field: '' } })
    } finally {
      body.release()
    }
  })
}

/** PostgreSQL stores no character U+0000, so that no id and no filter has one. */
export const hasNul = ({ params, query }: FastifyRequest): boolean =>
  [...Object.values((params ?? {}) as object), ...Object.values((query ?? {}) as object)].some((value) =>
    String(value).includes('\0'),
  )
