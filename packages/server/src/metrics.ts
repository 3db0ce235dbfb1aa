import fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Clock } from './core/index.ts'
import { currentVersions, type Freshness, freshnessOf } from './lists/index.ts'

type Gauge = { name: string; help: string; of: (list: Freshness) => number | null }

const gauges: readonly Gauge[] = [
  {
    name: 'nani_list_stale',
    help: '1 when a screening list was not confirmed to be the newest for as long as it may be.',
    of: ({ version, stale }) => version && Number(stale),
  },
  {
    name: 'nani_list_age_seconds',
    help: 'Since a screening list was last seen to be the newest there is.',
    of: ({ ageMs }) => ageMs && Math.round(ageMs / 1_000),
  },
  {
    name: 'nani_list_entries',
    help: 'Entries of a screening list; a list that was never loaded is absent.',
    of: ({ version }) => version?.entries ?? null,
  },
]

/** In the text format of Prometheus, version 0.0.4. */
export const metricsText = (lists: readonly Freshness[]): string =>
  gauges
    .flatMap(({ name, help, of }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...lists.flatMap((list) => {
        const value = of(list)
        return value === null ? [] : [`${name}{list="${list.list.id}"} ${value}`]
      }),
    ])
    .map((line) => `${line}\n`)
    .join('')

/**
 * `GET /metrics` for who operates this, on a port of its own that callers do not reach: what it tells is nobody else's
 * business. However many ask, the database is asked once at a time.
 */
export const createMetrics = ({ pool, clock }: { pool: pg.Pool; clock: Clock }): FastifyInstance => {
  const app = fastify()
  let reading: Promise<string> | null = null
  const read = () => {
    reading ??= currentVersions(pool)
      .then((versions) => metricsText(freshnessOf(versions, clock.now())))
      .finally(() => {
        reading = null
      })
    return reading
  }
  app.get('/metrics', async (_request, reply) => {
    const text = await read().catch(() => null)
    return text === null
      ? reply.code(503).send('the database does not answer\n')
      : reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
  return app
}
