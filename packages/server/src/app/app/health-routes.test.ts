import type { ReadinessName, WarningName } from '@nani/foundation/platform/index.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { addHealthRoutes } from './health-routes.ts'

const ask = async (
  path: string,
  notReady: () => Promise<ReadinessName[]>,
  warnings: WarningName[] = [],
  cellsAway: string[] = [],
) => {
  const app = fastify()
  addHealthRoutes(app, { notReady, warnings: () => warnings, cellsAway: () => cellsAway })
  const answer = await app.inject(path)
  expect(answer.headers['cache-control']).toBe('no-store')
  return [answer.statusCode, answer.json()]
}

test.each(['/readyz', '/health'])('%s is 200 when every part is ready', async (path) => {
  expect(await ask(path, async () => [])).toEqual([200, { status: 'ok' }])
})

test.each(['/readyz', '/health'])('%s is 200 with the warnings that hold', async (path) => {
  expect(await ask(path, async () => [], ['audit_log'])).toEqual([
    200,
    { status: 'ok', warnings: ['audit_log'] },
  ])
})

test.each(['/readyz', '/health'])('%s names the cells that are away', async (path) => {
  expect(await ask(path, async () => [], ['cells'], ['north'])).toEqual([
    200,
    { status: 'ok', warnings: ['cells'], cells_away: ['north'] },
  ])
})

test.each(['/readyz', '/health'])('%s is 503 and names the parts that are not ready', async (path) => {
  expect(await ask(path, async () => ['database', 'queue'])).toEqual([
    503,
    { status: 'unavailable', not_ready: ['database', 'queue'] },
  ])
})

test('/livez checks no other part: a process without a database is alive', async () => {
  expect(await ask('/livez', () => Promise.reject(new Error('is not asked')))).toEqual([
    200,
    { status: 'ok' },
  ])
})
