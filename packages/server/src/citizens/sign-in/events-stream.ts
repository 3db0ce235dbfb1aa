import type { FastifyReply } from 'fastify'
import type { RequestRow, SignIn } from '../../services/sign-in/index.ts'

const maxStreams = 2_000
const pingMs = 10_000

/**
 * Streams of server-sent events. Each one ends with the window of its request, so that a page waits for no more than a
 * minute. Beyond the bound the page polls.
 */
export const createEventStreams = (signIn: Pick<SignIn, 'follow'>) => {
  const open = new Set<() => void>()
  return {
    send(reply: FastifyReply, request: RequestRow) {
      if (open.size >= maxStreams) return reply.code(204).send()
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Request-Id': reply.request.id,
      })
      raw.write(': open\n\n')
      const end = () => {
        clearInterval(ping)
        for (const timer of timers) clearTimeout(timer)
        unfollow()
        open.delete(end)
        raw.end()
      }
      const answered = () => {
        raw.write('event: answered\ndata: 1\n\n')
        end()
      }
      const ping = setInterval(() => raw.write(': waiting\n\n'), pingMs)
      const { answers_in_ms: answersInMs, ms_left: msLeft, request_id: requestId } = request
      const ends = [msLeft, ...(answersInMs === null ? [] : [answersInMs])]
      const timers = ends.map((ms) => setTimeout(answered, Math.max(0, ms) + 10))
      const unfollow = signIn.follow(requestId, answered)
      open.add(end)
      raw.on('close', end)
      raw.on('error', end)
      return reply
    },
    endAll() {
      for (const end of [...open]) end()
    },
  }
}
