import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { readSince } from './command-line/since.ts'
import { runInMemory, testMasterKey } from './testing/run-in-memory.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'nani-webhooks-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const nani = (...args: string[]) =>
  runInMemory(args, { env: { DATABASE_URL: database.url, NANI_MASTER_KEY: testMasterKey }, cwd: folder })
const json = async (...args: string[]) => {
  const { code, out, err } = await nani(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const create = async (): Promise<string> =>
  (await json('applications', 'create', '--name', 'Shop', '--environment', 'sandbox')).application_id

const url = 'https://shop.example/hook'

const addEvent = async (applicationId: string): Promise<string> => {
  const eventId = `evt_${'0'.repeat(10)}0123456789ABCDEF`
  await database.pool.query(
    `insert into events (application_id, day, event_id, position, type, created_at, object_kind)
     values ($1, current_date, $2, 1, 'job.completed', now(), 'job')`,
    [applicationId, eventId],
  )
  await database.pool.query(
    `insert into webhook_deliveries (application_id, event_id, event_day, next_attempt_at)
     values ($1, $2, current_date, '2026-03-15T12:00:00Z')`,
    [applicationId, eventId],
  )
  return eventId
}

describe('nani webhooks', () => {
  it('sets, shows and removes an endpoint', async () => {
    const id = await create()
    const set = await nani(
      'webhooks',
      'set',
      url,
      '--application',
      id,
      '--events',
      'job.completed,batch.completed',
    )
    expect(set).toEqual({
      code: 0,
      err: '',
      out: `${id}  sandbox\n\n  Endpoint  ${url}\n  Events    job.completed, batch.completed\n  Waiting   nothing\n`,
    })
    expect(await json('webhooks', 'show', '--application', id)).toMatchObject({ url, waiting: 0 })
    expect(await json('webhooks', 'set', url, '--application', id)).toMatchObject({ event_types: null })
    expect(await json('webhooks', 'remove', '--application', id)).toMatchObject({ url: null })
    expect((await nani('webhooks', 'show', '--application', id)).out).toContain('none; register one')
  })

  it('refuses what cannot be an endpoint, and says why', async () => {
    const id = await create()
    const { code, err } = await nani('webhooks', 'set', 'http://shop.example', '--application', id)
    expect(code).toBe(1)
    expect(err).toContain('must begin with https')
    expect((await nani('webhooks', 'set', url, '--application', id, '--events', 'x')).err).toContain(
      'Unknown event type',
    )
    // With the operator's own database, events cannot be sent to this machine.
    expect((await nani('webhooks', 'set', 'http://localhost:3000', '--application', id)).code).toBe(1)
  })

  it('serves the demo application of the sandbox unless another is named', async () => {
    const { code, err } = await nani('webhooks', 'show')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^error application_not_named: .*--application ID/s),
    })
  })

  it('lists deliveries with each attempt, and sends one or all again', async () => {
    const id = await create()
    await nani('webhooks', 'set', url, '--application', id)
    expect((await nani('webhooks', 'deliveries', '--application', id)).out).toBe('No event was sent yet.\n')
    const eventId = await addEvent(id)
    await database.pool.query(
      `insert into webhook_attempts (application_id, day, event_id, attempt_id, round, attempt, at, url, http_status, latency_ms)
       values ($1, current_date, $2, 'att_1', 1, 1, '2026-03-15T12:00:00Z', $3, 503, 41),
         ($1, current_date, $2, 'att_2', 2, 1, '2026-03-15T12:01:00Z', $3, 500, 7)`,
      [id, eventId, url],
    )
    const { out } = await nani('webhooks', 'deliveries', '--application', id)
    expect(out).toBe(
      `${eventId}  job.completed  scheduled  next attempt 2026-03-15T12:00:00.000Z\n  1             2026-03-15T12:00:00.000Z  503  41 ms\n  1 of round 2  2026-03-15T12:01:00.000Z  500  7 ms\n`,
    )
    const unknown = await nani('webhooks', 'resend', 'evt_1', '--application', id)
    expect({ code: unknown.code, err: unknown.err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('no event'),
    })
    expect(await json('webhooks', 'replay', '--since', '1h', '--application', id)).toMatchObject({
      scheduled: 1,
    })
    expect(
      await json('webhooks', 'replay', '--since', '2100-01-01T00:00:00Z', '--application', id),
    ).toMatchObject({
      scheduled: 0,
    })
  })
})

it('a moment is a duration before now, or an instant', () => {
  const nowMs = Date.UTC(2026, 2, 15, 12)
  expect(['90s', '30m', '2h', '3d'].map((text) => nowMs - readSince(text, nowMs))).toEqual([
    90_000, 1_800_000, 7_200_000, 259_200_000,
  ])
  expect(readSince('2026-03-15T13:00:00+01:00', nowMs)).toBe(nowMs)
  for (const text of ['', '2', '2w', '-2h', 'yesterday', '2026-03-15', '2026-13-45T00:00:00Z']) {
    expect(() => readSince(text, nowMs)).toThrow('is not a time')
  }
})
