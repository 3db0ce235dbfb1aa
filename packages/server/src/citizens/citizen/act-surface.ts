import { type Clock, Refusal } from '@nani/foundation/core/index.ts'
import { createSourceLimit, type Http } from '@nani/foundation/http/index.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ActSurface,
  type Declaration,
  eventStream,
  type RateLimit,
  takesFromSurface,
} from '../../gateway/acts/index.ts'
import type { SignIn } from '../../services/sign-in/index.ts'
import { type CitizenDevices, endSession, stranger } from '../citizen-devices/index.ts'
import { createChangeStreams } from './change-streams.ts'
import { endedCookie, readSessionCookie, sessionCookie } from './session-cookie.ts'

export type ApiDependencies = {
  devices: Pick<CitizenDevices, 'readSession'>
  signIn: Pick<SignIn, 'follow'>
  http: Pick<Http, 'bodies' | 'peerOf' | 'onInternalError'>
  clock: Clock
  /** The origin of the app, as citizens open it. */
  origin(): string
}

/** What derived routes need of this surface: sessions, networks of callers, the cookie and the streams of events. */
export const createActSurface = (dependencies: ApiDependencies): { surface: ActSurface; endAll(): void } => {
  const { devices, signIn, http, clock, origin } = dependencies
  const streams = createChangeStreams(signIn)
  const isTls = () => origin().startsWith('https:')
  const secretOf = ({ headers }: FastifyRequest) => readSessionCookie(headers.cookie, isTls())
  const addressOf = ({ raw }: FastifyRequest) => http.peerOf(raw).address

  const surface: ActSurface = {
    name: 'citizen',
    leavesOutUnknown: true,
    async actorOf(request, { actors }) {
      if (!actors.citizen) return stranger
      const session = await devices.readSession(secretOf(request))
      if (session === null) throw new Refusal('not_signed_in')
      return session.actor
    },
    turnsOf: turnsOfSource(clock, addressOf),
    addInput: (request, { input }) => ({
      ...(takesFromSurface(input, 'session_secret') && { session_secret: secretOf(request) }),
      ...(takesFromSurface(input, 'request') && {
        request: {
          id: request.id,
          client_address: addressOf(request),
          method: request.method,
          path: request.routeOptions.url ?? '',
        },
      }),
    }),
    answerOf(reply, result, declaration) {
      if (declaration.output === eventStream) return streams.send(reply, (result as { topic: string }).topic)
      return withCookie(reply, result, declaration, isTls())
    },
  }
  return { surface, endAll: streams.endAll }
}

/** The cookie alone holds the secret of a session. */
const withCookie = (
  reply: FastifyReply,
  result: unknown,
  declaration: Declaration,
  isTls: boolean,
): unknown => {
  if (declaration === endSession.declaration) reply.header('Set-Cookie', endedCookie(isTls))
  if (!takesFromSurface(declaration.output, 'session_secret')) return result
  const { session_secret, ...shown } = result as { session_secret: string }
  reply.header('Set-Cookie', sessionCookie(session_secret, isTls))
  return shown
}

/**
 * Lets each network do something so often. Acts with the same bound share its turns. It needs no statement, so that a flood
 * costs little.
 */
const turnsOfSource = (clock: Clock, addressOf: (request: FastifyRequest) => string) => {
  const limits = new Map<RateLimit, ReturnType<typeof createSourceLimit>>()
  return (bounds: RateLimit) => {
    const limit = limits.get(bounds) ?? createSourceLimit(clock, bounds)
    limits.set(bounds, limit)
    return async (request: FastifyRequest): Promise<void> => {
      if (!limit.allows(addressOf(request))) throw new Refusal('too_many_attempts', { retry_after: 1 })
    }
  }
}
