import type { Http } from '@nani/foundation/http/index.ts'
import { listen } from '@nani/foundation/http/index.ts'
import type pg from 'pg'
import { pathOfCellLog } from './log-of-cell.ts'
import { logResource } from './log-resource.ts'

/** Requests need no key, so few of them may use a database at a time. One that hangs does not refuse those of the others. */
const maxReading = 4
const pathOfFile = /^[a-z]+\/[\w./]{1,100}$/

/** The databases of the logs of cells that are open, by the names of their logs. */
export type CellLogPools = Map<string, { pool: pg.Pool; isAway(): boolean }>
type Pools = { pool: pg.Pool; cellLogs: CellLogPools }

/** Serves the static resources of both logs on a port of their own, to everyone. */
export const serveLog = async (http: Http, pools: Pools, host: string, port: number) => {
  const app = http.createServer(null)
  addLogRoutes(app, pools)
  await listen(app, host, port)
  return app
}

/** The routes of the log, without a server. */
export const addLogRoutes = (app: ReturnType<Http['createServer']>, { pool, cellLogs }: Pools): void => {
  const readingOf = new Map<string, number>()
  app.get('/*', async (request, reply) => {
    const path = request.url.slice(1)
    const ofCell = pathOfCellLog.exec(path)?.[0]
    const name = ofCell === undefined ? path : path.slice(ofCell.length)
    const log = ofCell?.slice(0, -1) ?? ''
    const database = ofCell === undefined ? { pool, isAway: () => false } : cellLogs.get(log)
    reply.header('Access-Control-Allow-Origin', '*').header('X-Content-Type-Options', 'nosniff')
    if (!database || !pathOfFile.test(name)) return reply.code(404).send()
    const reading = readingOf.get(log) ?? 0
    if (database.isAway() || reading >= maxReading) return reply.code(503).header('Retry-After', '1').send()
    readingOf.set(log, reading + 1)
    try {
      const resource = await logResource(database.pool, name)
      if (!resource) return reply.code(404).send()
      return reply
        .header('Cache-Control', resource.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
        .type(resource.contentType)
        .send(resource.body)
    } finally {
      readingOf.set(log, (readingOf.get(log) ?? 1) - 1)
    }
  })
}
