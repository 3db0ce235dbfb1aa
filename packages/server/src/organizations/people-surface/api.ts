import { gzipSync } from 'node:zlib'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type Http, shownRefusal } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { type ActSurface, addActRoutes, type BoundAct } from '../../gateway/acts/index.ts'
import { describeSurface, type SurfaceDescription } from './describe-surface.ts'
import { hasNul, readJsonBodies, requireOwnPage } from './requests.ts'
import { sendRefusal } from './send-refusal.ts'
import { addSurfaceHeaders } from './surface.ts'

export type PeopleApi = {
  http: Pick<Http, 'bodies' | 'onInternalError'>
  origin(): string
  surface: ActSurface
  acts: readonly BoundAct[]
  description: SurfaceDescription
}

const notFound = () => new Refusal('not_found')

/** The bytes of the description are made once, at the first request: the text is large, and few processes are asked for it. */
const addDescription = (app: FastifyInstance, acts: readonly BoundAct[], texts: SurfaceDescription): void => {
  const describe = () => {
    const declarations = acts.map(({ declaration }) => declaration)
    const bytes = Buffer.from(JSON.stringify(describeSurface(declarations, texts)))
    return { bytes, compressed: gzipSync(bytes) }
  }
  let described: ReturnType<typeof describe> | undefined
  app.get('/openapi.json', ({ headers }, reply) => {
    const isGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(String(headers['accept-encoding'] ?? ''))
    reply.type('application/json; charset=utf-8').header('Vary', 'Accept-Encoding')
    described ??= describe()
    const { bytes, compressed } = described
    return isGzip ? reply.header('Content-Encoding', 'gzip').send(compressed) : reply.send(bytes)
  })
}

/** The JSON API of a surface of people: its errors, its protection against other sites, and the routes of all acts. */
export const peopleApi =
  ({ http, origin, surface, acts, description: texts }: PeopleApi): FastifyPluginCallback =>
  (app, _options, registered) => {
    readJsonBodies(app, http)
    addSurfaceHeaders(app)
    app.addHook('onRequest', async (request) => {
      // Before a body is read.
      if (request.is404 || hasNul(request)) throw notFound()
      requireOwnPage(request, origin())
    })
    app.setErrorHandler((error, request, reply) =>
      sendRefusal(reply, shownRefusal(error, 'staff', request, http)),
    )
    app.setNotFoundHandler((_request, reply) => sendRefusal(reply, notFound().shownTo('staff')))
    addDescription(app, acts, texts)
    // Else the files of the pages would answer it.
    app.get('/*', async () => {
      throw notFound()
    })
    addActRoutes(app, acts, surface)
    registered()
  }
