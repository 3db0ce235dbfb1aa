import type { Clock } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { RequestFacts } from '../../services/sign-in/index.ts'
import type { CitizenDevices, CitizenSession } from '../citizen-devices/index.ts'
import { asCitizenError, CitizenError, sendCitizenError } from './api-error.ts'
import { withoutRefusal } from './device-errors.ts'
import { readJsonBodies } from './json-body.ts'
import { requireOwnPage } from './own-page.ts'
import { readSessionCookie } from './session-cookie.ts'

/** What every route of the app's API has. */
export type CitizenApi = {
  devices: CitizenDevices
  http: Pick<Http, 'bodies' | 'peerOf' | 'onInternalError'>
  clock: Clock
  /** The origin of the app, as citizens open it. */
  origin(): string
  isTls(): boolean
  /** The session of the request. Only routes for signed-in citizens have one. */
  sessionOf(request: FastifyRequest): CitizenSession
  /** The address of the caller, for limits. */
  addressOf(request: FastifyRequest): string
  secretOf(request: FastifyRequest): string | null
  /** What the audit log holds of a request. */
  factsOf(request: FastifyRequest): RequestFacts
}

/** Adds routes below `/api`. */
export type CitizenRoutes = (app: FastifyInstance, api: CitizenApi) => void

export type ApiDependencies = Pick<CitizenApi, 'devices' | 'http' | 'clock' | 'origin'>

export type RoutesOfApi = {
  /** For everyone. */
  open: readonly CitizenRoutes[]
  /** They answer `not_signed_in` without a session. */
  signedIn: readonly CitizenRoutes[]
}

const openApi = (
  dependencies: ApiDependencies,
): CitizenApi & { findSession(request: FastifyRequest): Promise<void> } => {
  const sessions = new WeakMap<FastifyRequest, CitizenSession>()
  const isTls = () => dependencies.origin().startsWith('https:')
  const secretOf = ({ headers }: FastifyRequest) => readSessionCookie(headers.cookie, isTls())
  return {
    ...dependencies,
    isTls,
    secretOf,
    async findSession(request) {
      const session = await dependencies.devices.readSession(secretOf(request))
      if (session === null) throw new CitizenError('not_signed_in')
      sessions.set(request, session)
    },
    sessionOf(request) {
      const session = sessions.get(request)
      if (!session) throw new Error('the route needs no session')
      return session
    },
    factsOf: (request) => ({
      requestId: request.id,
      clientAddress: dependencies.http.peerOf(request.raw).address,
      method: request.method,
      path: request.routeOptions.url ?? '',
    }),
    addressOf: ({ raw }) => dependencies.http.peerOf(raw).address,
  }
}

/** PostgreSQL stores no character U+0000, so that no id has one. */
const hasNul = ({ params }: FastifyRequest): boolean =>
  Object.values((params ?? {}) as Record<string, string>).some((value) => value.includes('\0'))

/** The JSON API of the app: its form of errors, its protection against other sites, and its sessions. */
export const citizenApi =
  (dependencies: ApiDependencies, routes: RoutesOfApi): FastifyPluginCallback =>
  (app, _options, registered) => {
    const api = openApi(dependencies)
    readJsonBodies(app, api.http)
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'Cache-Control': 'no-store', 'X-Server-Time': String(api.clock.now()) })
      // Before a body is read.
      if (request.is404 || hasNul(request)) throw new CitizenError('not_found')
      requireOwnPage(request, api.origin())
    })
    app.setErrorHandler((error, request, reply) =>
      sendCitizenError(reply, asCitizenError(withoutRefusal(error), request, api.http)),
    )
    app.setNotFoundHandler((_request, reply) => sendCitizenError(reply, new CitizenError('not_found')))
    // Else the files of the app would answer it.
    app.get('/*', async () => {
      throw new CitizenError('not_found')
    })
    for (const add of routes.open) add(app, api)
    app.register((signedIn, _none, done) => {
      // Before the body is read, so that strangers send no photograph.
      signedIn.addHook('onRequest', api.findSession)
      for (const add of routes.signedIn) add(signedIn, api)
      done()
    })
    registered()
  }
