import type { Http } from '@nani/foundation/http/index.ts'
import { listen } from '@nani/foundation/http/index.ts'
import type pg from 'pg'
import { logResource } from './log-resource.ts'

/** Requests need no key, so few of them may use the database at a time. */
const maxReading = 4
const path = /^\/([a-z]+\/[\w./]{1,100})$/

/** Serves the static resources of both logs on a port of their own, to everyone. */
export const serveLog = async (http: Http, pool: pg.Pool, host: string, port: number) => {
  const app = http.createServer(null)
  addLogRoutes(app, pool)
  await listen(app, host, port)
  return app
}

/** The routes of the log, without a server. */
export const addLogRoutes = (app: ReturnType<Http['createServer']>, pool: pg.Pool): void => {
  let reading = 0
  app.get('/*', async (request, reply) => {
    const name = path.exec(request.url)?.[1]
    reply.header('Access-Control-Allow-Origin', '*').header('X-Content-Type-Options', 'nosniff')
    if (name === undefined) return reply.code(404).send()
    if (reading >= maxReading) return reply.code(503).header('Retry-After', '1').send()
    reading++
    try {
      const resource = await logResource(pool, name)
      if (!resource) return reply.code(404).send()
      return reply
        .header('Cache-Control', resource.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
        .type(resource.contentType)
        .send(resource.body)
    } finally {
      reading--
    }
  })
}
