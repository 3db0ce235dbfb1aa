import { Refusal } from '@nani/foundation/core/index.ts'
import { shownRefusal } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type ActSurface, addActRoutes, type BoundAct } from '../../gateway/acts/index.ts'
import { type ApiDependencies, createActSurface } from './act-surface.ts'
import { readJsonBodies } from './json-body.ts'
import { requireOwnPage } from './own-page.ts'
import { sendRefusal } from './send-refusal.ts'

/** PostgreSQL stores no character U+0000, so that no id has one. */
const hasNul = ({ params }: FastifyRequest): boolean =>
  Object.values((params ?? {}) as Record<string, string>).some((value) => value.includes('\0'))

/** The JSON API of the app: its form of errors, its protection against other sites, and the routes of the acts. */
export const citizenApi =
  (dependencies: ApiDependencies, acts: readonly BoundAct[]): FastifyPluginAsync =>
  async (app) => {
    const { http, clock, origin } = dependencies
    readJsonBodies(app, http)
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'Cache-Control': 'no-store', 'X-Server-Time': String(clock.now()) })
      // Before a body is read.
      if (request.is404 || hasNul(request)) throw new Refusal('not_found')
      requireOwnPage(request, origin())
    })
    app.setErrorHandler((error, request, reply) =>
      sendRefusal(reply, shownRefusal(error, 'citizen', request, http)),
    )
    app.setNotFoundHandler((_request, reply) =>
      sendRefusal(reply, new Refusal('not_found').shownTo('citizen')),
    )
    // Else the files of the app would answer it.
    app.get('/*', async () => {
      throw new Refusal('not_found')
    })
    addActRoutes(app, acts, surfaceOf(app, dependencies))
  }

const surfaceOf = (app: FastifyInstance, dependencies: ApiDependencies): ActSurface => {
  const { surface, endAll } = createActSurface(dependencies)
  app.addHook('preClose', async () => endAll())
  return surface
}
