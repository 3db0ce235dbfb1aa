import type { LoggedRequest } from '@nani/contract/console'
import { type MemberRole, permits } from '@nani/foundation/core/index.ts'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { cellOf, noPlaces } from '../../gateway/acts/index.ts'
import { createRequestFollowers, type RequestFollowers } from '../call-log/index.ts'
import type { SurfaceDependencies } from '../people-surface/index.ts'
import type { ConsoleNeeds } from './console-acts.ts'

const maxStreams = 200
const maxOfOne = 4
/** The session and the roles are read again in this time. Proxies keep a connection that is used. */
const checkMs = 5_000
/** A reader that takes less than it gets is ended, and connects again. */
const maxUnsentBytes = 1024 * 1024

type Streaming = {
  followers: Promise<RequestFollowers>
  applicationId: string
  /** The person that reads. */
  personId: string
  /** Whether the session and the right go on. */
  isOpen(): Promise<boolean>
}

type Needs = { pause(ms: number): Promise<void> }

/** Streams of the calls of an application. A stream ends with its session. Beyond the bounds there is none (204). */
export const createRequestStreams = ({ pause }: Needs) => {
  const open = new Map<() => void, string>()
  const countOf = (person: string) => [...open.values()].filter((other) => other === person).length

  const watch = async (end: () => void, isOpen: Streaming['isOpen'], write: (text: string) => void) => {
    while (open.has(end)) {
      await pause(checkMs)
      if (!open.has(end)) return
      if (!(await isOpen().catch(() => false))) return end()
      write(': waiting\n\n')
    }
  }

  return {
    send(reply: FastifyReply, { followers, applicationId, personId, isOpen }: Streaming) {
      if (open.size >= maxStreams || countOf(personId) >= maxOfOne) return reply.code(204).send()
      const headers = reply.getHeaders() as Record<string, string>
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      const write = (text: string) => {
        raw.write(text)
        if (raw.writableLength > maxUnsentBytes) end()
      }
      const following = followers.then((one) =>
        one.follow(applicationId, (request: LoggedRequest) => write(`data: ${JSON.stringify(request)}\n\n`)),
      )
      const end = () => {
        // Where the cell is away, nothing is followed.
        following.then(
          (unfollow) => unfollow(),
          () => {},
        )
        open.delete(end)
        raw.end()
      }
      open.set(end, personId)
      raw.on('close', end)
      raw.on('error', end)
      write(': open\n\n')
      following.catch(end)
      void watch(end, isOpen, write)
      return reply
    },
    endAll() {
      for (const end of [...open.keys()]) end()
    },
  }
}

export type RequestStreams = ReturnType<typeof createRequestStreams>

/** The followers of calls in the database that has the applications of an organization. Each database has its own. */
export const followersOfPlaces = ({ pool, clock, pause, places = noPlaces }: PlaceNeeds): FollowersOf => {
  const all = new Map<pg.Pool, RequestFollowers>()
  return async (organizationId) => {
    const cell = await cellOf(places, organizationId)
    const own = cell?.pool ?? pool
    const followers = all.get(own) ?? createRequestFollowers({ pool: own, clock, pause })
    all.set(own, followers)
    return followers
  }
}

type PlaceNeeds = Pick<ConsoleNeeds, 'pool' | 'clock' | 'pause' | 'places'>
type FollowersOf = (organizationId: string) => Promise<RequestFollowers>

type MemberNeeds = {
  streams: Pick<RequestStreams, 'send'>
  followersOf: FollowersOf
  rolesOf(organizationId: string, personId: string): Promise<MemberRole[] | null>
}

/** A stream to a member of an organization. The session and the roles are read again while it is open. */
export const sendToMember =
  ({ streams, followersOf, rolesOf }: MemberNeeds): NonNullable<SurfaceDependencies['sendStream']> =>
  (reply, { topic, actor, declaration, isSessionOpen }) => {
    if (actor.kind !== 'member') throw new Error('a stream is for a member')
    const { personId, organizationId } = actor
    const followers = followersOf(organizationId)
    // The cell may be away, and a stream beyond the bounds does not look at it.
    followers.catch(() => {})
    return streams.send(reply, {
      ...{ followers, applicationId: topic, personId },
      async isOpen() {
        if (!(await isSessionOpen())) return false
        // The organization has moved. The page connects again.
        if ((await followersOf(organizationId)) !== (await followers)) return false
        const roles = await rolesOf(organizationId, personId)
        return roles !== null && permits(declaration.actors, { ...actor, roles })
      },
    })
  }
