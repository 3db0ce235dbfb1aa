import type { LoggedRequest } from '@nani/contract/console'
import { type MemberRole, permits } from '@nani/foundation/core/index.ts'
import type { FastifyReply } from 'fastify'
import type { RequestFollowers } from '../call-log/index.ts'
import type { SurfaceDependencies } from '../people-surface/index.ts'

const maxStreams = 200
const maxOfOne = 4
/** The session and the roles are read again in this time. Proxies keep a connection that is used. */
const checkMs = 5_000
/** A reader that takes less than it gets is ended, and connects again. */
const maxUnsentBytes = 1024 * 1024

type Streaming = {
  applicationId: string
  /** The person that reads. */
  personId: string
  /** Whether the session and the right go on. */
  isOpen(): Promise<boolean>
}

type Needs = { followers: RequestFollowers; pause(ms: number): Promise<void> }

/** Streams of the calls of an application. A stream ends with its session. Beyond the bounds there is none (204). */
export const createRequestStreams = ({ followers, pause }: Needs) => {
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
    send(reply: FastifyReply, { applicationId, personId, isOpen }: Streaming) {
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
      const unfollow = followers.follow(applicationId, (request: LoggedRequest) =>
        write(`data: ${JSON.stringify(request)}\n\n`),
      )
      const end = () => {
        unfollow()
        open.delete(end)
        raw.end()
      }
      open.set(end, personId)
      raw.on('close', end)
      raw.on('error', end)
      write(': open\n\n')
      void watch(end, isOpen, write)
      return reply
    },
    endAll() {
      for (const end of [...open.keys()]) end()
    },
  }
}

export type RequestStreams = ReturnType<typeof createRequestStreams>

type MemberNeeds = {
  streams: Pick<RequestStreams, 'send'>
  rolesOf(organizationId: string, personId: string): Promise<MemberRole[] | null>
}

/** A stream to a member of an organization. The session and the roles are read again while it is open. */
export const sendToMember =
  ({ streams, rolesOf }: MemberNeeds): NonNullable<SurfaceDependencies['sendStream']> =>
  (reply, { topic, actor, declaration, isSessionOpen }) => {
    if (actor.kind !== 'member') throw new Error('a stream is for a member')
    const { personId, organizationId } = actor
    return streams.send(reply, {
      ...{ applicationId: topic, personId },
      async isOpen() {
        if (!(await isSessionOpen())) return false
        const roles = await rolesOf(organizationId, personId)
        return roles !== null && permits(declaration.actors, { ...actor, roles })
      },
    })
  }
