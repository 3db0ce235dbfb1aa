import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manualClock, seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { createPostgresRegister, writeCitizens } from '../register/index.ts'
import { type ImportOptions, importCreditRecords } from './import-records.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('credit import'))
const svcId = 'COD-1111-2222-3333'
const telecom = { svc_id: svcId, source: 'telecom', as_of: '2026-09-30', sim_age_months: 40 }
const lines = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('importing credit records', () => {
  let database: TestDatabase
  let directory: string
  let file: string
  beforeAll(async () => {
    database = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'nani-credit-'))
    file = join(directory, 'records')
    await writeCitizens(database.pool, [testCitizen()], 'production')
  })
  beforeEach(() => database.pool.query('truncate credit_records, register_imports'))
  afterAll(async () => {
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const run = async (content: string, more: Partial<ImportOptions> = {}) => {
    await writeFile(file, content)
    return importCreditRecords({
      ...{ pool: database.pool, vault, clock: manualClock(Date.UTC(2026, 10, 1)), file, format: 'ndjson' },
      ...more,
    })
  }
  const stored = async (view: 'sandbox' | 'production' = 'production') =>
    (await createPostgresRegister({ pool: database.pool, vault }).findCreditFile(svcId, view))?.records

  test('NDJSON: a record of each source, which the register returns with the citizen of the view', async () => {
    const utilities = { ...telecom, source: 'utilities', sim_age_months: undefined, arrears_ratio: 0 }
    const report = await run(lines([telecom, utilities]))
    expect(report).toMatchObject({ written: 2, refused: 0, finished: true })
    expect(await stored()).toEqual([
      { source: 'telecom', as_of: '2026-09-30', fields: { sim_age_months: 40 } },
      { source: 'utilities', as_of: '2026-09-30', fields: { arrears_ratio: 0 } },
    ])
    expect(await stored('sandbox')).toBeUndefined()
  })

  test('CSV: columns of other sources stay empty', async () => {
    const csv = [
      'svc_id,source,as_of,sim_age_months,utilization,dpd30_24m',
      `${svcId},telecom,2026-09-30,12.5,,`,
      `${svcId},banking,2026-08-31,,1.2,0`,
    ].join('\n')
    expect(await run(csv, { format: 'csv' })).toMatchObject({ written: 2, refused: 0 })
    expect(await stored()).toEqual([
      { source: 'banking', as_of: '2026-08-31', fields: { dpd30_24m: 0, utilization: 1.2 } },
      { source: 'telecom', as_of: '2026-09-30', fields: { sim_age_months: 12.5 } },
    ])
  })

  test('a record older than the stored one is reported with its line and not imported', async () => {
    await run(lines([telecom]))
    const { refusals, written } = await run(lines([{ ...telecom, as_of: '2026-08-31', sim_age_months: 39 }]))
    expect(written).toBe(0)
    expect(refusals).toEqual([
      { line: 1, svc_id: svcId, reason: 'is older than the stored telecom record of 2026-09-30' },
    ])
    expect(await stored()).toMatchObject([{ as_of: '2026-09-30', fields: { sim_age_months: 40 } }])
  })

  test('a newer record, and one of the same day, replace the stored one; also within one file', async () => {
    const corrected = { ...telecom, sim_age_months: 41 }
    const newer = { ...telecom, as_of: '2026-10-31', sim_age_months: 42 }
    expect(await run(lines([telecom, corrected]))).toMatchObject({ written: 2, refused: 0 })
    expect(await stored()).toMatchObject([{ fields: { sim_age_months: 41 } }])
    const mixed = await run(lines([newer, telecom]))
    expect(mixed).toMatchObject({ written: 1, refusals: [{ line: 2 }] })
    expect(await stored()).toMatchObject([{ as_of: '2026-10-31', fields: { sim_age_months: 42 } }])
  })

  test.each([
    ['an unknown source', { source: 'church' }, 'source: must be'],
    ['a field of another source', { utilization: 0.5 }, 'utilization: is not a field of telecom'],
    ['a text', { sim_age_months: '40' }, 'sim_age_months: must be a number'],
    ['a value out of range', { airtime_advance_repaid_share: 1.5 }, 'airtime_advance_repaid_share: must be'],
    ['a negative value', { topup_per_month: -1 }, 'topup_per_month: must be between'],
    ['no field', { sim_age_months: null }, 'has no field of telecom'],
    ['a day in the future', { as_of: '2026-11-02' }, 'as_of: is in the future'],
    ['a day that does not exist', { as_of: '2026-02-30' }, 'as_of: must be a day'],
    ['an unknown citizen', { svc_id: 'COD-9999-9999-9999' }, 'the register has no citizen'],
    ['a malformed number', { svc_id: '12' }, 'svc_id: must have the form'],
    ['a field of the prototype', { constructor: 1 }, 'constructor: is not a field'],
  ])('%s is refused with its line, and the other rows are written', async (_, changes, reason) => {
    const report = await run(lines([{ ...telecom, ...changes }, telecom]))
    expect(report).toMatchObject({ written: 1, refused: 1 })
    expect(report.refusals[0]).toMatchObject({ line: 1, reason: expect.stringContaining(reason) })
  })

  test('an interrupted import continues after the last group', async () => {
    const stop = new AbortController()
    const many = Array.from({ length: 2_500 }, () => telecom)
    const onProgress = () => stop.abort()
    const first = await run(lines(many), { signal: stop.signal, onProgress })
    expect(first.finished).toBe(false)
    expect(first.written).toBeGreaterThanOrEqual(1_000)
    const second = await run(lines(many))
    expect(second).toMatchObject({ finished: true, written: 2_500, resumedAfter: first.written })
  })
})
