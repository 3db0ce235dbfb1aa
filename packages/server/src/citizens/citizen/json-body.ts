import { type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/schema'
import { CitizenError } from './api-error.ts'

const maxBytes = 64 * 1024
const maxImageBytes = 12 * 1024 * 1024
/** All citizens share one part of the memory of bodies. */
const holder = 'citizens'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body of the route has a photograph. */
    image?: true
  }
}

/** Reads bodies as JSON, within the bound of the route. */
export const readJsonBodies = (app: FastifyInstance, http: Pick<Http, 'bodies'>): void => {
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const limitBytes = request.routeOptions.config.image ? maxImageBytes : maxBytes
    const body = await readBody(request.raw, { limitBytes, bodies: http.bodies, holder })
    try {
      const text = body.bytes.toString('utf8')
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new CitizenError('invalid_request')
    } finally {
      body.release()
    }
  })
}

/** A reader of the body of a route. A body of another form is `invalid_request`. */
export const bodyOf = <Schema extends TSchema>(schema: Schema) => {
  const compiled = Compile(schema)
  return ({ body }: Pick<FastifyRequest, 'body'>): Static<Schema> => {
    if (!compiled.Check(body)) throw new CitizenError('invalid_request')
    return body as Static<Schema>
  }
}

/** PostgreSQL stores no character U+0000. */
export const textField = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*$' })
