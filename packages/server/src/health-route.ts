import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import Type from 'typebox'
import type { PlainRoute } from './description/index.ts'

const answersWithinMs = 1_000

const status = (word: string) => Type.Object({ status: Type.Literal(word) })

/** Whether this process can serve, for a load balancer; it tells nothing else. */
export const healthRoute: PlainRoute = {
  path: '/health',
  operationId: 'read_health',
  tag: 'Operations',
  summary: 'Health',
  description: 'Whether the database answers within a second. It tells nothing else, and needs no signature.',
  answers: [
    {
      status: 200,
      description: 'Calls can be served.',
      contentType: 'application/json',
      schema: status('ok'),
      example: { status: 'ok' },
    },
    {
      status: 503,
      description: 'Calls cannot be served.',
      contentType: 'application/json',
      schema: status('unavailable'),
      example: { status: 'unavailable' },
    },
  ],
}

/** However many ask, the database is asked once at a time. */
export const addHealthRoute = (app: FastifyInstance, pool: Pick<pg.Pool, 'query'>): void => {
  let asking: Promise<boolean> | null = null
  const ask = (): Promise<boolean> => {
    asking ??= pool
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
    return asking
  }
  app.get(healthRoute.path, async (_request, reply) => {
    const healthy = await within(ask(), answersWithinMs)
    return reply
      .code(healthy ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ status: healthy ? 'ok' : 'unavailable' }))
  })
}

const within = async (answer: Promise<boolean>, limitMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
