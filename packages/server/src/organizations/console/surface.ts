import { type Actor, type Clock, type MemberRole, permits, Refusal } from '@nani/foundation/core/index.ts'
import { createSourceLimit, type Http } from '@nani/foundation/http/index.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type ActSurface, type Declaration, eventStream, surfaceMembers } from '../../gateway/acts/index.ts'
import {
  isFresh,
  isSessionOpen,
  type PersonSession,
  type Realm,
  readSession,
  type Visit,
} from '../people/index.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import type { RequestStreams } from './request-streams.ts'

export type SurfaceDependencies = {
  pool: pg.Pool
  realm: Realm
  clock: Clock
  http: Pick<Http, 'peerOf'>
  origin(): string
  /** The roles of a person in an organization; null: the person is no member. */
  rolesOf(organizationId: string, personId: string): Promise<MemberRole[] | null>
  /** The second factors of a person. */
  methodsOf(personId: string): Promise<string[]>
  around: NonNullable<ActSurface['around']>
  streams: Pick<RequestStreams, 'send'>
}

/** These roles act with a second factor only (spec/organizations#people). */
const rolesWithSecondFactor: readonly MemberRole[] = [
  'owner',
  'administrator',
  'financial_officer',
  'compliance_officer',
]

/** How the console finds the person of a request, and what it adds to inputs and answers. */
export const consoleSurface = (dependencies: SurfaceDependencies): ActSurface => {
  const { realm, clock, http, origin, around } = dependencies
  const isTls = () => origin().startsWith('https:')
  const addressOf = ({ raw }: FastifyRequest) => http.peerOf(raw).address
  const visitOf = (request: FastifyRequest): Visit => ({
    address: addressOf(request),
    user_agent: String(request.headers['user-agent'] ?? '').replaceAll('\0', ''),
    session: readCookie(request.headers.cookie, 'session', isTls()),
    browser: readCookie(request.headers.cookie, 'browser', isTls()),
  })

  const readers = new WeakMap<FastifyRequest, Member>()

  /** The session and the roles are read again while the stream is open. */
  const sendStream = (reply: FastifyReply, applicationId: string, { actors }: Declaration) => {
    const { pool, rolesOf, streams } = dependencies
    const { session: secret } = visitOf(reply.request)
    const member = readers.get(reply.request)
    if (!member) throw new Error('a stream is for a member')
    const { personId, organizationId } = member
    return streams.send(reply, {
      ...{ applicationId, personId },
      async isOpen() {
        if (!(await isSessionOpen(pool, realm, secret, clock.now()))) return false
        const roles = await rolesOf(organizationId, personId)
        return roles !== null && permits(actors, { ...member, roles })
      },
    })
  }

  return {
    name: 'member',
    async around(work) {
      try {
        return await around(work)
      } catch (error) {
        throw await withMethods(error, work.actor, dependencies)
      }
    },
    async actorOf(request, declaration) {
      const { actors } = declaration
      if (actors.member === undefined && actors.person !== true) return { kind: 'system', task: 'console' }
      const secret = readCookie(request.headers.cookie, 'session', isTls())
      const session = await readSession(dependencies.pool, realm, secret, clock.now())
      if (!session) throw new Refusal('not_signed_in', 'There is no session, or it has ended.')
      if (actors.member === undefined) return personActor(session, declaration, dependencies)
      const member = await memberActor(session, request, declaration, dependencies)
      readers.set(request, member)
      return member
    },
    turnsOf(limit) {
      const turns = createSourceLimit(clock, limit)
      return async (request) => {
        if (!turns.allows(addressOf(request)))
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
      if (cookies?.session !== undefined) setCookie(reply, cookieHeader('session', cookies.session, isTls()))
      if (cookies?.browser !== undefined) setCookie(reply, cookieHeader('browser', cookies.browser, isTls()))
      if (typeof version === 'number') reply.header('ETag', `"${version}"`)
      return result
    },
  }
}

/** A rule that asks for a second factor does not know those of the person. */
const withMethods = async (
  error: unknown,
  actor: Actor,
  { methodsOf }: SurfaceDependencies,
): Promise<unknown> => {
  const isAsked = error instanceof Refusal && error.code === 'second_factor_required'
  if (!isAsked || error.context.methods || actor.kind !== 'member') return error
  return new Refusal('second_factor_required', error.message, {
    context: {
      methods: await methodsOf(actor.personId),
    },
  })
}

type Member = Extract<Actor, { kind: 'member' }>
type Answer = { cookies?: { session?: string | null; browser?: string }; version?: unknown }

const setCookie = (reply: FastifyReply, header: string): void => {
  const before = reply.getHeader('Set-Cookie')
  reply.header('Set-Cookie', before === undefined ? header : [before, header].flat().map(String))
}

/** The version that the change is based on; 0: the request names none. */
const versionOf = ({ headers }: FastifyRequest): number => {
  const given = headers['if-match']
  if (given === undefined) return 0
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(given) ?? []
  if (version === undefined)
    throw new Refusal('invalid_request', 'If-Match must be the version of the object.', {
      context: {
        field: 'If-Match',
      },
    })
  return Number(version)
}

const personActor = async (
  session: PersonSession,
  { stepUp }: Declaration,
  { clock, methodsOf, realm }: SurfaceDependencies,
): Promise<Actor> => {
  if (stepUp && !isFresh(session.secondFactorAtMs, clock.now()))
    throw secondFactorRequired(await methodsOf(session.personId), true)
  return { kind: 'person', personId: session.personId, realm: realm.name, sessionId: session.sessionId }
}

/** The order of the refusals reveals nothing: a stranger to the organization learns nothing but `not_found`. */
const memberActor = async (
  session: PersonSession,
  request: FastifyRequest,
  declaration: Declaration,
  { clock, rolesOf, methodsOf }: SurfaceDependencies,
): Promise<Member> => {
  const { personId, secondFactorAtMs } = session
  const { organization_id: organizationId = '' } = request.params as { organization_id?: string }
  const roles = await rolesOf(organizationId, personId)
  if (!roles) throw new Refusal('not_found', 'There is no such object.')
  const actor: Member = { kind: 'member', personId, organizationId, roles, secondFactorAtMs }
  if (!permits(declaration.actors, actor))
    throw new Refusal('not_permitted', 'Your roles do not permit this.', {
      context: {
        roles: declaration.actors.member,
      },
    })
  const isNeeded = secondFactorAtMs === null && roles.some((role) => rolesWithSecondFactor.includes(role))
  if (isNeeded) throw secondFactorRequired(await methodsOf(personId), false)
  if (declaration.stepUp && !isFresh(secondFactorAtMs, clock.now()))
    throw secondFactorRequired(await methodsOf(personId), true)
  return actor
}

const secondFactorRequired = (methods: readonly string[], isStepUp: boolean): Refusal =>
  new Refusal(
    'second_factor_required',
    isStepUp
      ? 'The act needs a second factor of the last five minutes.'
      : 'Your roles need a second factor. Add one to your account.',
    { context: { methods } },
  )

/** Every answer of the API: it is stored nowhere, and no browser guesses its type. */
export const addConsoleHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    done()
  })
}
