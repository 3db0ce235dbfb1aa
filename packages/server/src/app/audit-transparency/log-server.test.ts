import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeBundle, leafHash, openCheckpoint } from '@nani/engines/transparency-log/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import fastify from 'fastify'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addLogRoutes, type CellLogPools } from './log-server.ts'
import { publishLog } from './publish-log.ts'
import { type LogWorld, openLogWorld } from './testing/log-world.ts'

let world: LogWorld
beforeEach(async () => {
  world = await openLogWorld()
  await world.write(300)
  await world.sequence()
})
afterEach(() => world.database.drop())

const serve = (
  pool: Database = world.database.pool,
  cellLogs: CellLogPools = new Map([['cells/north-t0', { pool: pool as pg.Pool, isAway: () => false }]]),
) => {
  const app = fastify()
  addLogRoutes(app as unknown as ReturnType<Http['createServer']>, {
    ...{ pool: pool as pg.Pool, cellLogs },
  })
  return app
}

test('the port serves the checkpoint, tiles and bundles, and only what the checkpoint covers', async () => {
  const app = serve()
  const checkpoint = await app.inject('/production/checkpoint')
  expect(checkpoint.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(openCheckpoint(checkpoint.body, world.signers.production).checkpoint.size).toBe(300)
  const tile = await app.inject('/production/tile/0/001.p/44')
  const bundle = await app.inject('/production/tile/entries/001.p/44')
  expect(checkpoint.headers['cache-control']).toBe('no-cache')
  expect(tile.headers['cache-control']).toContain('immutable')
  for (const { headers } of [tile, bundle]) expect(headers['content-type']).toBe('application/octet-stream')
  expect(decodeBundle(bundle.rawPayload).map(leafHash)).toEqual(
    Array.from({ length: 44 }, (_, index) => tile.rawPayload.subarray(index * 32, index * 32 + 32)),
  )
  expect((await app.inject('/production/tile/0/001.p/10')).rawPayload).toHaveLength(320)
  const absent = [
    'tile/0/001',
    'tile/0/001.p/45',
    'tile/0/002.p/1',
    'tile/1/000.p/2',
    'tile/2/000.p/1',
    'tile/63/000',
  ]
  for (const path of [
    ...absent.map((name) => `/production/${name}`),
    '/other/checkpoint',
    '/production/../etc',
    '/',
  ])
    expect((await app.inject(path)).statusCode, path).toBe(404)
})

test('the port serves the log of a cell below its name, and nothing of a cell that is not open', async () => {
  const app = serve()
  const of = (path: string) => app.inject(path)
  expect((await of('/cells/north-t0/production/checkpoint')).body).toBe(
    (await of('/production/checkpoint')).body,
  )
  for (const path of [
    ...[
      '/cells/north-t1/production/checkpoint',
      '/cells/north-t0/',
      '/cells/north-t0/cells/north-t0/production',
    ],
    ...['/cells/north-t0/other/checkpoint'],
  ])
    expect((await of(path)).statusCode, path).toBe(404)
})

test('the folder has the bytes of the port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nani-log-'))
  expect(await publishLog(world.database.pool, folder, world.signers)).toEqual([
    { environment: 'sandbox', size: 0, written: 0 },
    { environment: 'production', size: 300, written: 5 },
  ])
  const app = serve()
  for (const path of ['checkpoint', 'tile/0/000', 'tile/0/001.p/44', 'tile/1/000.p/1', 'tile/entries/000'])
    expect(await readFile(join(folder, 'production', path))).toEqual(
      (await app.inject(`/production/${path}`)).rawPayload,
    )
  expect(await publishLog(world.database.pool, folder, world.signers)).toMatchObject([
    { written: 0 },
    { written: 0 },
  ])
  await rm(folder, { recursive: true })
})

test('the folder has the newest cosigned checkpoint, as the port has it', async () => {
  await world.database.pool.query(
    `insert into audit_cosignatures (environment, size, witness, line, at)
     values ('production', 300, 'witness.example', '— witness.example AAAAAAA=' || chr(10), now())`,
  )
  await world.write(1)
  await world.sequence()
  const folder = await mkdtemp(join(tmpdir(), 'nani-log-'))
  await publishLog(world.database.pool, folder, world.signers)
  const published = await readFile(join(folder, 'production', 'checkpoint.cosigned'))
  expect(published.toString()).toContain('\n300\n')
  expect(published).toEqual((await serve().inject('/production/checkpoint.cosigned')).rawPayload)
  // The tiles of its size are there, next to those of the newest one.
  for (const path of ['tile/0/001.p/44', 'tile/entries/001.p/44', 'tile/0/001.p/45'])
    await expect(readFile(join(folder, 'production', path))).resolves.toBeDefined()
  await rm(folder, { recursive: true })
})

test('a log that is shorter than the folder, or another one, is not published over it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nani-log-'))
  const { pool } = world.database
  const restored = await openLogWorld({ signers: world.signers })
  await restored.write(10)
  await restored.sequence()
  await publishLog(pool, folder, world.signers)
  const before = await readFile(join(folder, 'production', 'checkpoint'))
  const publish = () => publishLog(restored.database.pool, folder, world.signers)

  await expect(publish()).rejects.toThrow('has a checkpoint of 300 leaves, and the log has only 10')
  await restored.write(400)
  await restored.sequence()
  await expect(publish()).rejects.toThrow('has a checkpoint of 300 leaves with another root')

  expect(await readFile(join(folder, 'production', 'checkpoint'))).toEqual(before)
  await restored.database.drop()
  await rm(folder, { recursive: true })
})

test('a flood of requests reads the database with at most four at a time', async () => {
  const waiting: (() => void)[] = []
  const held = { query: () => new Promise((resolve) => waiting.push(() => resolve({ rows: [] }))) }
  const app = serve(held as unknown as pg.Pool)
  const responses = Array.from({ length: 10 }, () => app.inject('/production/checkpoint'))
  await expect.poll(() => waiting.length).toBe(4)
  const refused = await Promise.all(responses.slice(4))
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(503))
  for (const answer of waiting) answer()
  expect((await Promise.all(responses.slice(0, 4))).map(({ statusCode }) => statusCode)).toEqual(
    Array(4).fill(404),
  )
})

test('a cell that hangs or is away does not refuse the log of home', async () => {
  const answers: (() => void)[] = []
  const query = () => new Promise((resolve) => answers.push(() => resolve({ rows: [] })))
  const held = { query } as unknown as pg.Pool
  const [hung, away] = [
    { pool: held, isAway: () => false },
    { pool: held, isAway: () => true },
  ]
  const cellLogs = new Map([
    ['cells/north-t0', hung],
    ['cells/south-t0', away],
  ])
  const app = serve(world.database.pool, cellLogs)
  const path = '/production/checkpoint'
  const waiting = Array.from({ length: 4 }, () => app.inject(`/cells/north-t0${path}`))
  await expect.poll(() => answers.length).toBe(4)
  expect((await app.inject(`/cells/north-t0${path}`)).statusCode).toBe(503)
  expect((await app.inject(`/cells/south-t0${path}`)).statusCode).toBe(503)
  expect((await app.inject(path)).statusCode).toBe(200)
  for (const answer of answers) answer()
  await Promise.all(waiting)
})
