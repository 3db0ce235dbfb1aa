import { Refusal } from '@nani/foundation/core/index.ts'
import { type Http, shownRefusal } from '@nani/foundation/http/index.ts'
import type { FastifyPluginCallback } from 'fastify'
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
    const description = JSON.stringify(
      describeSurface(
        acts.map(({ declaration }) => declaration),
        texts,
      ),
    )
    app.get('/openapi.json', (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(description),
    )
    // Else the files of the pages would answer it.
    app.get('/*', async () => {
      throw notFound()
    })
    addActRoutes(app, acts, surface)
    registered()
  }
