import { createSecretKey, randomUUID } from 'node:crypto'
import { dayMs, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, maintainPartitions } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { flagsOf, listReasons, summarizeReasons } from './reason-report.ts'
import { patternOf, recordRefusedReason } from './reasons.ts'

const window = { from: new Date(noon - 1_000), until: new Date(noon + 86_400_000) }
const secrets = {
  vault: createVault(Buffer.alloc(32), 'face-reasons', systemRandom()),
  markKey: createSecretKey(Buffer.alloc(32)),
}
let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabaseAtNoon()
  pool = database.pool
})
afterAll(() => database.drop())

const newApplication = async () => {
  const applicationId = `app_${randomUUID()}`
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ('org', 'Org', now()) on conflict do nothing`,
  )
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, 'org', 'Shop', 'sandbox', '{}', '{}', '{}', 1, now())`,
    [applicationId],
  )
  return applicationId
}
const origin = { api_key: 'key', request_id: 'r', client_address: '::1', method: 'POST', path: '/' }
const give = (applicationId: string, reason: string, outcome = 'liveness_failed', nowMs = noon) =>
  recordRefusedReason(
    pool,
    { reason, mode: 'verification', outcome, calibrationId: null },
    { applicationId, resultId: `face_${randomUUID()}`, nowMs, origin },
    secrets,
  )

describe('the pattern of a reason', () => {
  test.each([
    ['Retrait 4711', 'retrait, 4712'],
    ['SIM +243 81 000 0001', 'SIM +243 99 123 4567'],
    ['Dossier ١٢', 'dossier  13.'],
  ])('%s and %s have the same one', (one, other) => {
    expect(patternOf(one)).toBe(patternOf(other))
  })

  test('different words have different ones', () => {
    expect(patternOf('Retrait au guichet')).not.toBe(patternOf('Ouverture au guichet'))
  })
})

describe('the flags for an auditor', () => {
  const of = (calls: number, texts: number, textShare: number, patternShare: number) =>
    flagsOf({
      calls,
      texts,
      commonestText: { share: textShare, calls: calls * textShare, text: '' },
      commonestPatternShare: patternShare,
    })

  test('one text on half of the checks', () => {
    expect(of(20, 11, 0.5, 0.5)).toEqual(['static_text'])
    expect(of(20, 12, 0.45, 0.45)).toEqual([])
  })

  test('one text with other numbers on nearly all of them', () => {
    expect(of(100, 100, 0.01, 0.95)).toEqual(['numbered_text'])
    expect(of(100, 100, 0.01, 0.85)).toEqual([])
  })

  test('few different texts', () => {
    expect(of(100, 5, 0.2, 0.2)).toEqual(['low_variety'])
  })

  test('there is none for a few checks', () => {
    expect(of(19, 1, 1, 1)).toEqual([])
  })
})

describe('the report', () => {
  test('counts repetitions without opening them, and shows one example', async () => {
    const applicationId = await newApplication()
    for (let check = 0; check < 24; check++) await give(applicationId, 'KYC')
    for (let check = 0; check < 6; check++) await give(applicationId, `Loan ${check}`, 'no_face_detected')
    const [summary] = await summarizeReasons(pool, { ...window, applicationId }, secrets)
    expect(summary).toMatchObject({
      application: 'Shop',
      calls: 30,
      refused: 30,
      identifications: 0,
      texts: 7,
      patterns: 2,
      commonestText: { share: 0.8, calls: 24, text: 'KYC' },
      commonestPatternShare: 0.8,
      flags: ['static_text'],
    })
  })

  test('lists the reasons of each application separately, and none outside the window', async () => {
    const [one, other] = [await newApplication(), await newApplication()]
    await give(one, 'of one')
    await give(other, 'of the other')
    const of = async (applicationId: string) =>
      (await listReasons(pool, { ...window, applicationId }, secrets)).map(({ reason }) => reason)
    expect(await of(one)).toEqual(['of one'])
    expect(await of(other)).toEqual(['of the other'])
    const later = { from: window.until, until: new Date(noon + 2 * 86_400_000), applicationId: one }
    expect(await listReasons(pool, later, secrets)).toEqual([])
    expect(await summarizeReasons(pool, later, secrets)).toEqual([])
  })
})

describe('the list of reasons', () => {
  test('a page has the reasons of older days where the newest days have too few', async () => {
    const applicationId = await newApplication()
    for (const days of [0, 1, 5, 9]) {
      await maintainPartitions(pool, noon - days * dayMs)
      await give(applicationId, `${days} days`, 'match', noon - days * dayMs)
    }
    const month = { from: new Date(noon - 31 * dayMs), until: new Date(noon + dayMs), applicationId }
    const read = async (page: object) =>
      (await listReasons(pool, { ...month, ...page }, secrets)).map(({ reason }) => reason)
    expect(await read({ limit: 2 })).toEqual(['0 days', '1 days'])
    expect(await read({ limit: 3 })).toEqual(['0 days', '1 days', '5 days'])
    expect(await read({})).toEqual(['0 days', '1 days', '5 days', '9 days'])
    expect(await read({ after: [noon - dayMs, '~'], limit: 2 })).toEqual(['1 days', '5 days'])
    expect(await read({ from: new Date(noon - 6 * dayMs) })).toEqual(['0 days', '1 days', '5 days'])
  })
})
