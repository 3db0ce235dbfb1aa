import { type Actor, type Clock, Refusal } from '@nani/foundation/core/index.ts'
import { createSourceLimit, type Http } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import {
  type ActSurface,
  type Declaration,
  eventStream,
  noVersion,
  surfaceMembers,
} from '../../gateway/acts/index.ts'
import {
  createSessionReader,
  isFresh,
  isSessionOpen,
  type PersonSession,
  type Realm,
  type Visit,
} from '../people/index.ts'
import { type CookieForm, cookieHeader, readCookie } from './cookies.ts'

export type SurfaceDependencies = {
  pool: pg.Pool
  realm: Realm
  clock: Clock
  http: Pick<Http, 'peerOf'>
  origin(): string
  cookie: CookieForm['name']
  /** The actor of an act with roles. It throws where the person has none that permits the act. */
  actorWithRoles(session: PersonSession, request: FastifyRequest, declaration: Declaration): Promise<Actor>
  /**
   * Refuses a session before any act, for example of a disabled account. Returns the name that the audit log has for the
   * person.
   */
  admitSession?(session: PersonSession, declaration: Declaration): Promise<string>
  /** The second factors of a person. */
  methodsOf(personId: string): Promise<string[]>
  around: NonNullable<ActSurface['around']>
  /** Answers a reading whose output is a stream of events. */
  sendStream?(
    reply: FastifyReply,
    stream: { topic: string; actor: Actor; declaration: Declaration; isSessionOpen(): Promise<boolean> },
  ): FastifyReply
}

/** How a surface finds the person of a request, and what it adds to inputs and answers. */
export const peopleSurface = (dependencies: SurfaceDependencies): ActSurface => {
  const { realm, clock, http, origin, around, cookie } = dependencies
  const form = (): CookieForm => ({
    ...{ name: cookie, sessionHours: realm.sessionHours },
    isTls: origin().startsWith('https:'),
  })
  const addressOf = ({ raw }: FastifyRequest) => http.peerOf(raw).address
  const visitOf = (request: FastifyRequest): Visit => ({
    address: addressOf(request),
    user_agent: String(request.headers['user-agent'] ?? '').replaceAll('\0', ''),
    session: readCookie(request.headers.cookie, 'session', form()),
    browser: readCookie(request.headers.cookie, 'browser', form()),
    identity: readCookie(request.headers.cookie, 'identity', form()),
  })

  const readSession = createSessionReader(dependencies.pool, realm)
  const readers = new WeakMap<FastifyRequest, Actor>()

  const sendStream = (reply: FastifyReply, topic: string, declaration: Declaration) => {
    const { pool } = dependencies
    const { session: secret } = visitOf(reply.request)
    const actor = readers.get(reply.request)
    if (!actor || !dependencies.sendStream) throw new Error('this surface has no streams')
    return dependencies.sendStream(reply, {
      ...{ topic, actor, declaration },
      isSessionOpen: () => isSessionOpen(pool, realm, secret, clock.now()),
    })
  }

  return {
    name: realm.name,
    async around(work) {
      try {
        return await around(work)
      } catch (error) {
        throw await withMethods(error, work.actor, dependencies)
      }
    },
    async actorOf(request, declaration) {
      const { actors } = declaration
      const hasRoles = actors[realm.name] !== undefined
      if (!hasRoles && actors.person !== true) return { kind: 'system', task: cookie }
      const secret = readCookie(request.headers.cookie, 'session', form())
      const session = await readSession(secret, clock.now())
      if (!session) throw notSignedIn()
      const name = await dependencies.admitSession?.(session, declaration)
      if (!hasRoles) {
        await requireStepUp(session, declaration, dependencies)
        return personActor(session, realm, name)
      }
      const actor = await dependencies.actorWithRoles(session, request, declaration)
      readers.set(request, actor)
      return actor
    },
    turnsOf(limit) {
      const turns = createSourceLimit(clock, limit)
      return async (request, actor) => {
        // Colleagues may share an address.
        const person = actor?.kind === 'person' ? actor.personId : actor && personIdOf(actor)
        if (!turns.allows(person ?? addressOf(request)))
          throw new Refusal('too_many_attempts', 'Too many requests. Repeat later.', {
            context: {
              retry_after: Math.max(1, Math.ceil(limit.refillMs / 1_000)),
            },
          })
      }
    },
    addInput(request, declaration) {
      const members = new Set(surfaceMembers(declaration.input))
      return {
        ...(members.has('visit') && { visit: visitOf(request) }),
        ...(members.has('version') && { version: versionOf(request) }),
      }
    },
    answerOf(reply, result, declaration) {
      if (declaration.output === eventStream)
        return sendStream(reply, (result as { topic: string }).topic, declaration)
      const { cookies, version } = (result ?? {}) as Answer
      // Each one is a header of its own.
      for (const name of ['session', 'browser', 'identity'] as const) {
        const value = cookies?.[name]
        if (value !== undefined) reply.header('Set-Cookie', cookieHeader(name, value, form()))
      }
      if (typeof version === 'number') reply.header('ETag', `"${version}"`)
      return result
    },
  }
}

export const notSignedIn = (): Refusal =>
  new Refusal('not_signed_in', 'There is no session, or it has ended.')

/** The person of a session, by the kind of actor that the surface makes. */
const personIdOf = (actor: Actor): string | undefined => {
  if (actor.kind === 'operator') return actor.operatorId
  return actor.kind === 'member' ? actor.personId : undefined
}

/** A rule that asks for a second factor does not know those of the person. */
const withMethods = async (
  error: unknown,
  actor: Actor,
  { methodsOf }: SurfaceDependencies,
): Promise<unknown> => {
  const isAsked = error instanceof Refusal && error.code === 'second_factor_required'
  const personId = personIdOf(actor)
  if (!isAsked || error.context.methods || personId === undefined) return error
  return new Refusal('second_factor_required', error.message, {
    context: { methods: await methodsOf(personId) },
  })
}

type Answer = {
  cookies?: { session?: string | null; browser?: string; identity?: string | null }
  version?: unknown
}

/** The version that the change is based on. */
const versionOf = ({ headers }: FastifyRequest): number => {
  const given = headers['if-match']
  if (given === undefined) return noVersion
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given) ?? []
  if (version === undefined)
    throw new Refusal('invalid_request', 'If-Match must be the version of the object.', {
      context: {
        field: 'If-Match',
      },
    })
  return Number(version)
}

type FactorNeeds = Pick<SurfaceDependencies, 'clock' | 'methodsOf'>

const personActor = (
  { personId, sessionId }: PersonSession,
  realm: Realm,
  name: string | undefined,
): Actor => ({
  ...{ kind: 'person', personId, realm: realm.name, sessionId },
  ...(name !== undefined && { name }),
})

/** Refuses a session whose second factor is older than five minutes, where the act needs a fresh one. */
export const requireStepUp = async (
  { personId, secondFactorAtMs }: PersonSession,
  { stepUp }: Declaration,
  { clock, methodsOf }: FactorNeeds,
): Promise<void> => {
  if (stepUp && !isFresh(secondFactorAtMs, clock.now()))
    throw secondFactorRequired(
      await methodsOf(personId),
      'The act needs a second factor of the last five minutes.',
    )
}

export const secondFactorRequired = (methods: readonly string[], message: string): Refusal =>
  new Refusal('second_factor_required', message, { context: { methods } })

/** Every answer of the API: it is stored nowhere, and no browser guesses its type. */
export const addSurfaceHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    done()
  })
}
