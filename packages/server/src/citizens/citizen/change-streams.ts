import type { FastifyReply } from 'fastify'
import type { SignIn } from '../../services/sign-in/index.ts'

const maxStreams = 2_000
const maxOfOne = 4
const pingMs = 15_000
/** The app connects again. A session that has ended gets no further stream. */
const lifeMs = 600_000

/**
 * Streams of server-sent events: `changed` when the waiting requests of a citizen may have changed. Beyond the bounds
 * the app polls.
 */
export const createChangeStreams = (signIn: Pick<SignIn, 'follow'>) => {
  const open = new Map<() => void, string>()
  const countOf = (citizen: string) => [...open.values()].filter((other) => other === citizen).length
  return {
    send(reply: FastifyReply, citizen: string) {
      if (open.size >= maxStreams || countOf(citizen) >= maxOfOne) return reply.code(204).send()
      const headers = reply.getHeaders() as Record<string, string>
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      raw.write(': open\n\n')
      const end = () => {
        clearInterval(ping)
        clearTimeout(life)
        unfollow()
        open.delete(end)
        raw.end()
      }
      const ping = setInterval(() => raw.write(': waiting\n\n'), pingMs)
      const life = setTimeout(end, lifeMs)
      const unfollow = signIn.follow(citizen, () => raw.write('event: changed\ndata: 1\n\n'))
      open.set(end, citizen)
      raw.on('close', end)
      raw.on('error', end)
      return reply
    },
    endAll() {
      for (const end of [...open.keys()]) end()
    },
  }
}
