import { type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const formType = 'application/x-www-form-urlencoded'
const maxFormBytes = 16 * 1024
/** All strangers share one part of the memory of bodies. */
const holder = 'sign-in forms'

/** Reads forms as text. The handler reads the fields, because a field that occurs twice is an error. */
export const readForms = (app: FastifyInstance, http: Pick<Http, 'bodies'>): void => {
  app.addContentTypeParser(formType, async ({ raw }: Pick<FastifyRequest, 'raw'>) => {
    const body = await readBody(raw, { limitBytes: maxFormBytes, bodies: http.bodies, holder })
    try {
      return body.bytes.toString('utf8')
    } finally {
      body.release()
    }
  })
}

/** The form of a request; null if the body is none. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>): string | null =>
  typeof body === 'string' ? body : null
