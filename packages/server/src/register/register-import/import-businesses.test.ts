import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manualClock, seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { createPostgresRegister, nothingEnded } from '../register/index.ts'
import { seedSandbox } from '../synthetic-data/index.ts'
import { type ImportOptions, importBusinesses, importCitizens } from './import-records.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('businesses'))
const importedAt = '2025-06-01T00:00:00.000Z'

const minimal = {
  legal_name: 'Okapi Transports SARL',
  legal_form: 'SARL',
  registered_on: '2019-04-02',
  identifiers: { rccm: 'CD/KIN/RCCM/19-B-01234' },
}
/** Businesses with unique numbers. */
const business = (index: number, changes: object = {}) => {
  const digits = String(index).padStart(5, '0')
  return {
    ...minimal,
    legal_name: `Société ${digits} SARL`,
    identifiers: {
      rccm: `CD/KIN/RCCM/19-B-${digits}`,
      id_nat: `01-F4300-N${digits}H`,
      nif: `B00${digits}C`,
    },
    ...changes,
  }
}
const lines = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('importing businesses', () => {
  let database: TestDatabase
  let directory: string
  let file: string
  beforeAll(async () => {
    database = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'nani-businesses-'))
    file = join(directory, 'businesses.ndjson')
  })
  beforeEach(() => database.pool.query('truncate businesses, register_imports'))
  afterAll(async () => {
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const run = async (content: string, more: Partial<ImportOptions> = {}) => {
    await writeFile(file, content)
    const { pool } = database
    const clock = manualClock(Date.parse(importedAt))
    return importBusinesses({ pool, vault, clock, file, format: 'ndjson', view: 'production', ...more })
  }
  const find = (
    type: 'rccm' | 'id_nat' | 'nif',
    value: string,
    view: 'production' | 'sandbox' = 'production',
  ) => createPostgresRegister({ pool: database.pool, vault }).findBusiness({ type, value }, view)

  test('missing values are active, empty or null', async () => {
    expect(await run(lines([minimal]))).toMatchObject({ written: 1, refused: 0, finished: true })
    expect(await find('rccm', minimal.identifiers.rccm)).toEqual({
      ...minimal,
      identifiers: { ...minimal.identifiers, id_nat: null, nif: null },
      trade_name: null,
      status: 'active',
      activity: null,
      share_capital: null,
      address: null,
      officers: [],
      beneficial_owners: [],
      updated_at: importedAt,
    })
  })

  test('all values are returned, and numbers are normalised', async () => {
    const full = business(7, {
      trade_name: 'Okapi',
      status: 'suspended',
      activity: { code: '4923', label: 'Fret' },
      share_capital: { value: 1500.5, currency: 'USD' },
      address: {
        type: 'registered_office',
        province: 'Kinshasa',
        city: 'Kinshasa',
        commune: 'Limete',
        quartier: 'Industriel',
        avenue: 'Poids Lourds',
        number: '12',
      },
      officers: [{ full_name: 'Masika Rachel', role: 'Gérante', svc_id: null, since: '2019-04-02' }],
      beneficial_owners: [{ full_name: 'Masika Rachel', share: 0.75, svc_id: 'COD-9000-0000-0001' }],
      updated_at: '2025-03-01T10:00:00.000Z',
    })
    const typed = {
      ...full,
      identifiers: { rccm: 'cd/kin/rccm/19-b-00007', id_nat: '01 F4300 N00007H', nif: 'b-0000007-c' },
    }
    await run(lines([typed]))
    expect(await find('nif', 'B0000007C')).toEqual(full)
  })

  test('an id_nat is found with and without its dashes, however it was imported', async () => {
    await run(lines([business(1), business(2, { identifiers: { id_nat: '0193N46789J' } })]))
    for (const value of ['01-F4300-N00001H', '01F4300N00001H', '01-F4300N00001H'])
      expect((await find('id_nat', value))?.legal_name).toBe('Société 00001 SARL')
    for (const value of ['01-93-N46789J', '0193N46789J'])
      expect((await find('id_nat', value))?.legal_name).toBe('Société 00002 SARL')
  })

  test.each([
    ['no number', { ...minimal, identifiers: {} }, /needs rccm, id_nat or nif/],
    ['a number of another form', { ...minimal, identifiers: { rccm: '19-B-1' } }, /^identifiers.rccm: /],
    [
      'a number of the sandbox',
      business(3, { identifiers: { nif: 'A0000001A' } }),
      /reserved for the sandbox/,
    ],
    [
      'an RCCM of the sandbox',
      business(3, { identifiers: { rccm: 'CD/KNG/RCCM/00-B-09999' } }),
      /reserved for the sandbox/,
    ],
    ['a day in the future', { ...minimal, registered_on: '2025-06-02' }, /^registered_on: /],
    ['a status of no catalogue', { ...minimal, status: 'sleeping' }, /^status: /],
    ['an unknown field', { ...minimal, colour: 'blue' }, /colour/],
    [
      'owners of more than all',
      {
        ...minimal,
        beneficial_owners: [
          { full_name: 'A B', share: 0.7 },
          { full_name: 'C D', share: 0.4 },
        ],
      },
      /more than 1/,
    ],
    ['half of a letter', { ...minimal, legal_name: 'Okapi \ud800' }, /Unicode/],
  ])('%s is refused with its line, and its neighbours are written', async (_what, record, reason) => {
    const report = await run(lines([business(1), record, business(2)]))
    expect(report).toMatchObject({ written: 2, refused: 1 })
    expect(report.refusals).toEqual([
      expect.objectContaining({ line: 2, reason: expect.stringMatching(reason) }),
    ])
  })

  test('a repeated import is an update, by its RCCM', async () => {
    await run(lines([business(1), business(2)]))
    await run(lines([business(1, { status: 'dissolved' })]))
    expect(await find('rccm', 'CD/KIN/RCCM/19-B-00001')).toMatchObject({ status: 'dissolved' })
    const { rows } = await database.pool.query('select count(*)::int as count from businesses')
    expect(rows).toEqual([{ count: 2 }])
  })

  test('a business that gets its RCCM later is identified by its other number', async () => {
    await run(lines([business(1, { identifiers: { nif: 'B0000001C' } })]))
    await run(lines([business(1)]))
    expect((await find('nif', 'B0000001C'))?.identifiers.rccm).toBe('CD/KIN/RCCM/19-B-00001')
    expect((await database.pool.query('select 1 from businesses')).rowCount).toBe(1)
  })

  test('of two with one RCCM in a file the later one is written', async () => {
    expect(await run(lines([business(1), business(1, { legal_name: 'Later SARL' })]))).toMatchObject({
      written: 2,
    })
    expect((await find('nif', 'B0000001C'))?.legal_name).toBe('Later SARL')
  })

  test('a number of another business is refused, in the register or in the same file', async () => {
    await run(lines([business(1)]))
    const thief = (index: number) =>
      business(index, { identifiers: { ...business(index).identifiers, nif: 'B0000001C' } })
    const report = await run(
      lines([
        thief(2),
        business(3),
        business(4, { identifiers: { ...business(4).identifiers, nif: 'B0000003C' } }),
      ]),
    )
    expect(report).toMatchObject({ written: 1, refused: 2 })
    expect(report.refusals).toEqual([
      {
        line: 1,
        identifier: 'CD/KIN/RCCM/19-B-00002',
        reason: 'nif B0000001C is held by another business',
      },
      {
        line: 3,
        identifier: 'CD/KIN/RCCM/19-B-00004',
        reason: 'nif B0000003C is held by another business',
      },
    ])
  })

  test('an import for production never changes a business of the sandbox, nor the reverse', async () => {
    await run(lines([business(1)]), { view: 'sandbox' })
    expect((await run(lines([business(1, { status: 'dissolved' })]))).refusals[0]?.reason).toMatch(
      /belongs to the sandbox/,
    )
    expect(await find('nif', 'B0000001C', 'sandbox')).toMatchObject({ status: 'active' })
    expect(await find('nif', 'B0000001C')).toBeNull()
    await run(lines([business(2)]))
    expect((await run(lines([business(2)]), { view: 'sandbox' })).refusals[0]?.reason).toMatch(/production/)
  })

  test('an interrupted import continues, and a file of citizens is another import', async () => {
    const content = lines(Array.from({ length: 2_500 }, (_, index) => business(index)))
    const stop = new AbortController()
    const first = await run(content, { signal: stop.signal, onProgress: () => stop.abort() })
    expect(first.finished).toBe(false)
    expect(first.done).toBeLessThan(2_500)
    const citizens = { pool: database.pool, vault, clock: manualClock(0), file, format: 'ndjson' as const }
    expect(
      await importCitizens({ ...citizens, view: 'production', endAccess: async () => nothingEnded }),
    ).toMatchObject({
      resumedAfter: 0,
      refused: 2_500,
    })
    expect(await run(content)).toMatchObject({
      resumedAfter: first.done,
      done: 2_500,
      written: 2_500,
      finished: true,
    })
  })

  test('the sandbox is seeded repeatedly with imported businesses in the register', async () => {
    await run(lines([business(1)]), { view: 'both' })
    for (const _round of [1, 2]) expect(await seedSandbox(database.pool, vault)).toEqual({ refused: [] })
    expect(await find('id_nat', '01A0001N00001A', 'sandbox')).toMatchObject({
      legal_name: 'Mosaka Services SARL',
    })
  })

  test('businesses are imported from NDJSON only', async () => {
    await writeFile(file, lines([minimal]))
    const { pool } = database
    const options = {
      pool,
      vault,
      clock: manualClock(0),
      file,
      format: 'csv' as const,
      view: 'both' as const,
    }
    await expect(importBusinesses(options)).rejects.toMatchObject({ code: 'register_file_unusable' })
  })
})
