import { Refusal } from '@nani/foundation/core/index.ts'
import { type Http, readBody } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSimpleBody } from '../../gateway/acts/index.ts'

/** All citizens share one part of the memory of bodies. */
const holder = 'citizens'

/** Reads bodies as JSON, within the bound of the act. */
export const readJsonBodies = (app: FastifyInstance, http: Pick<Http, 'bodies'>): void => {
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const limitBytes = request.routeOptions.config.act?.maxBodyBytes ?? 0
    const body = await readBody(request.raw, { limitBytes, bodies: http.bodies, holder })
    try {
      if (!isSimpleBody(body.bytes)) throw new Refusal('invalid_request')
      const text = body.bytes.toString('utf8')
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new Refusal('invalid_request')
    } finally {
      body.release()
    }
  })
}
