import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manualClock, seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import type { Citizen } from '../register/index.ts'
import { createPostgresRegister, nothingEnded } from '../register/index.ts'
import { citizenSource, drawSelfie } from '../synthetic-data/index.ts'
import { type ImportOptions, importCitizens } from './import-records.ts'

const vault = createVault(Buffer.alloc(32, 7), 'register', seededRandom('import'))
const citizenAt = citizenSource('import')
/** People as a file contains them: without references to files that the register may not have. */
const people = Array.from({ length: 3000 }, (_, index): Citizen => {
  const citizen = citizenAt(index)
  const documents = citizen.documents.map((document) => ({ ...document, image: null }))
  return { ...citizen, documents, biometrics: { selfie: null, fingerprints: [], iris: [] } }
})
const minimal = {
  svc_id: 'COD-9000-0000-0001',
  certified: true,
  level_of_assurance: 'LOA3',
  first_name: 'Jean',
  last_name: 'Kabeya',
  date_of_birth: '1990-01-31',
  gender: 'male',
}
const lines = (records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('importing citizens', () => {
  let database: TestDatabase
  let directory: string
  let file: string
  beforeAll(async () => {
    database = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'nani-import-'))
    file = join(directory, 'citizens')
  })
  beforeEach(() =>
    database.pool.query(
      'truncate citizens, document_numbers, phone_numbers, register_files, register_imports',
    ),
  )
  afterAll(async () => {
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const rejectedFile = () => `${file}.rejected`
  const run = async (content: string | Buffer, more: Partial<ImportOptions> = {}) => {
    await writeFile(file, content)
    const clock = manualClock(Date.UTC(2025, 5, 1))
    return importCitizens({
      endAccess: async () => nothingEnded,
      pool: database.pool,
      vault,
      clock,
      file,
      format: 'ndjson',
      view: 'production',
      rejectedFile: rejectedFile(),
      ...more,
    })
  }
  const register = () => createPostgresRegister({ pool: database.pool, vault })
  const find = (svc_id: string) => register().findCitizen({ type: 'svc_id', value: svc_id }, 'production')
  const citizenCount = async () =>
    (await database.pool.query('select count(*)::int as n from citizens')).rows[0].n as number

  test('NDJSON: every person is written exactly as in the file', async () => {
    const progress: number[] = []
    const report = await run(lines(people), { onProgress: ({ done }) => progress.push(done) })
    expect(report).toMatchObject({ done: 3000, written: 3000, refused: 0, finished: true, resumedAfter: 0 })
    expect(progress).toEqual([1000, 2000, 3000])
    for (const citizen of people.slice(0, 200)) expect(await find(citizen.svc_id)).toEqual(citizen)
  })

  test('a missing field gets its default', async () => {
    await run(`\uFEFF${JSON.stringify(minimal)}\r\n\n`)
    expect(await find(minimal.svc_id)).toMatchObject({
      status: 'active',
      full_name: 'Kabeya Jean',
      nationality: 'COD',
      created_at: '2025-06-01T00:00:00.000Z',
      documents: [],
      parents: null,
      biometrics: { selfie: null, fingerprints: [], iris: [] },
    })
  })

  const bad: [string, unknown, RegExp][] = [
    ['no JSON', '{"svc_id": ', /not JSON/],
    ['no object', '[]', /object/],
    ['an svc_id of another form', { ...minimal, svc_id: 'COD-1' }, /^svc_id: /],
    ['a reserved svc_id', { ...minimal, svc_id: 'COD-0000-0000-0001' }, /reserved for the sandbox/],
    ['a day that does not exist', { ...minimal, date_of_birth: '2023-02-29' }, /^date_of_birth: /],
    ['a birth in the future', { ...minimal, date_of_birth: '2025-06-02' }, /^date_of_birth: /],
    ['a missing field', { ...minimal, gender: undefined }, /gender/],
    ['an unknown field', { ...minimal, adresses: [] }, /adresses/],
    ['a prototype key', `{"__proto__":{},${JSON.stringify(minimal).slice(1)}`, /__proto__/],
    ['half a surrogate pair', { ...minimal, first_name: 'Jean\ud800' }, /Unicode/],
    ['a NUL', { ...minimal, religion: 'a\u0000b' }, /Unicode/],
    ['bytes that are not UTF-8', Buffer.from('{"svc_id":"\xff"}', 'latin1'), /UTF-8/],
    ['a line past the bound', `{"svc_id":"${'x'.repeat(5 << 20)}"}`, /longer than/],
    [
      'a document number of another form',
      {
        ...minimal,
        documents: [{ type: 'ceni', number: '1', issued_at: '2020-01-01', issuing_authority: 'A' }],
      },
      /^documents\[0\]\.number: /,
    ],
    [
      'a nationality of no country',
      { ...minimal, nationality: 'ZZZ' },
      /^nationality: is no country of ISO 3166-1 alpha-3$/,
    ],
    [
      'a place of birth in no country',
      { ...minimal, place_of_birth: { country: 'ZZZ', province: 'A', city: 'B' } },
      /^place_of_birth\.country: is no country of ISO 3166-1 alpha-3$/,
    ],
    [
      'two primary telephones',
      {
        ...minimal,
        phone_numbers: ['+243810000001', '+243810000002'].map((number) => ({ number, is_primary: true })),
      },
      /more than one is primary/,
    ],
    [
      'a file that the register does not have',
      {
        ...minimal,
        biometrics: {
          selfie: {
            captured_at: '2020-01-01T00:00:00Z',
            file: { content_type: 'image/png', file_id: '0190c0de-0000-8000-8000-000000000001' },
          },
        },
      },
      /has no file/,
    ],
  ]
  test.each(bad)(
    'a record with %s is refused with its line, and its neighbours are written',
    async (_, record, reason) => {
      const middle = Buffer.isBuffer(record)
        ? record
        : Buffer.from(typeof record === 'string' ? record : JSON.stringify(record))
      const [before, after] = [people[0], people[1]] as [Citizen, Citizen]
      const content = Buffer.concat([
        Buffer.from(lines([before])),
        middle,
        Buffer.from(`\n${lines([after])}`),
      ])
      const report = await run(content)
      expect(report).toMatchObject({ done: 3, written: 2, refused: 1, finished: true })
      expect(report.refusals).toEqual([
        expect.objectContaining({ line: 2, reason: expect.stringMatching(reason) }),
      ])
      expect([await find(before.svc_id), await find(after.svc_id)]).toEqual([before, after])
      expect(await citizenCount()).toBe(2)
    },
  )

  test('a limited number of refused records is listed, and all of them are in a file that only the operator can read', async () => {
    const report = await run(`${lines(people.slice(0, 2))}${'nonsense\n'.repeat(250)}`)
    expect([report.refused, report.refusals.length]).toEqual([250, 100])
    const rejected = (await readFile(rejectedFile(), 'utf8')).trim().split('\n')
    expect(rejected).toHaveLength(250)
    expect(JSON.parse(rejected[249] as string)).toEqual({
      line: 252,
      reason: 'is not JSON',
      record: 'nonsense',
    })
    expect((await stat(rejectedFile())).mode & 0o777).toBe(0o600)
    await run(lines(people.slice(0, 2)))
    await expect(stat(rejectedFile())).rejects.toThrow('ENOENT')
  })

  test('a document of another citizen is reported with the line', async () => {
    const [holder, other] = people.filter(({ documents }) => documents.length > 0) as [Citizen, Citizen]
    const report = await run(lines([holder, { ...other, documents: holder.documents }]))
    expect(report.refusals).toEqual([
      { line: 2, svc_id: other.svc_id, reason: expect.stringContaining('held by another citizen') },
    ])
    expect(await find(other.svc_id)).toBeNull()
  })

  test('a record that only the database refuses is refused alone', async () => {
    await database.pool.query(`alter table citizens add constraint planted check (last_name <> 'Planted')`)
    try {
      const records = people
        .slice(0, 40)
        .map((citizen, index) => (index === 23 ? { ...citizen, last_name: 'Planted' } : citizen))
      const report = await run(lines(records))
      expect(report).toMatchObject({ done: 40, written: 39, refused: 1, finished: true })
      expect(report.refusals[0]).toMatchObject({ line: 24, reason: expect.stringContaining('23514') })
    } finally {
      await database.pool.query('alter table citizens drop constraint planted')
    }
  })

  test('an interrupted import continues, with the same result as without the interruption', async () => {
    const stop = new AbortController()
    const content = `bad\n${lines(people)}`
    const first = await run(content, { signal: stop.signal, onProgress: () => stop.abort() })
    expect(first.finished).toBe(false)
    expect(first.done).toBeGreaterThan(0)
    expect(first.done).toBeLessThan(3001)
    expect(await citizenCount()).toBe(first.written)
    // A person who was written must not be written again. The mark has to survive.
    await database.pool.query(`update citizens set religion = 'mark'`)
    const second = await run(content)
    expect(second).toMatchObject({
      resumedAfter: first.done,
      done: 3001,
      written: 3000,
      refused: 1,
      finished: true,
    })
    expect(second.refusals).toEqual([])
    const { rows } = await database.pool.query(
      `select count(*)::int as n from citizens where religion = 'mark'`,
    )
    expect([rows[0].n, await citizenCount()]).toEqual([first.written, 3000])
    expect((await readFile(rejectedFile(), 'utf8')).trim().split('\n')).toHaveLength(1)
  })

  test('a failing database ends the import with consistent progress and rows', async () => {
    await database.pool.query(`create function fail() returns trigger language plpgsql as
      $$ begin if new.records_done > 1000 then raise exception 'planted'; end if; return new; end $$;
      create trigger planted before update on register_imports for each row execute function fail()`)
    await expect(run(lines(people))).rejects.toThrow('planted')
    expect(await citizenCount()).toBe(1000)
    await database.pool.query('DROP TRIGGER planted ON register_imports; DROP FUNCTION fail')
    expect(await run(lines(people))).toMatchObject({ resumedAfter: 1000, written: 3000, finished: true })
    expect(await citizenCount()).toBe(3000)
  })

  test('a repeated import of a finished file is an upsert', async () => {
    await run(lines(people.slice(0, 30)))
    await database.pool.query(`update citizens set first_name = 'Changed'`)
    const report = await run(lines(people.slice(0, 30)))
    expect(report).toMatchObject({ resumedAfter: 0, written: 30 })
    expect(await find(people[0]!.svc_id)).toEqual(people[0])
    expect(await citizenCount()).toBe(30)
  })

  test('a file in a record is encrypted, bound to its content, and stored once', async () => {
    const image = { content_type: 'image/png', data: drawSelfie('import').toString('base64') }
    const record = {
      ...minimal,
      biometrics: { selfie: { captured_at: '2024-05-01T10:00:00+02:00', file: image } },
    }
    await run(lines([record]))
    const selfie = (await find(minimal.svc_id))?.biometrics.selfie
    expect(selfie?.captured_at).toBe('2024-05-01T08:00:00.000Z')
    expect((await register().readFile(selfie!.file.file_id))?.bytes).toEqual(drawSelfie('import'))
    const again = { ...record, svc_id: 'COD-9000-0000-0002' }
    await run(lines([record, again]))
    const { rows } = await database.pool.query('select count(*)::int as n from register_files')
    expect(rows[0].n).toBe(1)
    const known = { content_type: 'image/png', file_id: selfie!.file.file_id }
    const byReference = {
      ...minimal,
      svc_id: 'COD-9000-0000-0003',
      biometrics: { selfie: { captured_at: '2024-05-01T08:00:00Z', file: known } },
    }
    expect((await run(lines([byReference]))).refused).toBe(0)
  })

  test.each(['ndjson', 'csv'] as const)('the %s example of the documentation imports', async (format) => {
    const page = await readFile(join(import.meta.dirname, '../../../../../docs/register-import.md'), 'utf8')
    const example = /```(?:json|csv)\n(.*?)```/gs
    const [json, csv] = [...page.matchAll(example)].map(([, block]) => block as string)
    const report = await run((format === 'csv' ? csv : json) as string, { format })
    expect(report).toMatchObject({ written: 1, refused: 0 })
    expect((await find('COD-9000-0000-0001'))?.languages).toEqual(['fra', 'lin'])
  })

  describe('CSV', () => {
    const cell = (value: unknown) => {
      if (value === null || (Array.isArray(value) && value.length === 0)) return ''
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      return `"${text.replaceAll('"', '""')}"`
    }
    const header = Object.keys(people[0] as Citizen)
    const csv = (citizens: Citizen[]) =>
      [header, ...citizens.map((citizen) => Object.values(citizen).map(cell))]
        .map((row) => row.join(','))
        .join('\r\n')

    test('blocks as columns of JSON: every person is written exactly as in the file', async () => {
      const report = await run(csv(people.slice(0, 1500)), { format: 'csv' })
      expect(report).toMatchObject({ done: 1500, written: 1500, refused: 0, finished: true })
      for (const citizen of people.slice(0, 200)) expect(await find(citizen.svc_id)).toEqual(citizen)
    })

    const basics = 'svc_id,certified,level_of_assurance,first_name,last_name,date_of_birth,gender'
    const row = (number: number, name = 'Jean') =>
      `COD-9000-0000-000${number},true,LOA3,${name},Kabeya,1990-01-31,male`

    test('blocks as columns with dots', async () => {
      const columns =
        'phone_numbers.0.number,phone_numbers.0.verified,place_of_birth.country,languages.0,languages.1'
      const rest = 'place_of_birth.province,place_of_birth.city'
      const content = `${basics},${columns},${rest}\n${row(1)},+243810000001,true,COD,fra,lin,Kinshasa,Kinshasa\n${row(2)},,,,,,,\n`
      expect((await run(content, { format: 'csv' })).refusals).toEqual([])
      expect(await find('COD-9000-0000-0001')).toMatchObject({
        phone_numbers: [{ number: '+243810000001', operator: 'Vodacom', is_primary: true, verified: true }],
        place_of_birth: { country: 'COD', province: 'Kinshasa', city: 'Kinshasa' },
        languages: ['fra', 'lin'],
      })
      expect(await find('COD-9000-0000-0002')).toMatchObject({
        phone_numbers: [],
        place_of_birth: null,
        languages: [],
      })
    })

    test.each(['\n', '\r\n'])('bad rows are refused with their first line, with %j', async (end) => {
      const rows = [row(1, '"Jean\nPierre"'), `${row(2)},more`, row(3).replace('male', 'other'), row(4), '']
      const content = [basics, ...rows].join('\n').replaceAll('\n', end)
      const report = await run(content, { format: 'csv' })
      expect(report).toMatchObject({ written: 2, refused: 2, finished: true })
      expect(report.refusals.map(({ line }) => line)).toEqual([4, 5])
      expect((await find('COD-9000-0000-0001'))?.first_name).toBe(`Jean${end}Pierre`)
    })

    test.each([
      ['an unknown column', `${basics},adresse\n`, 1],
      ['a prototype column', `${basics},__proto__.x\n`, 1],
      ['a column twice', `${basics},gender\n`, 1],
      ['a quote that is never closed', `${basics}\n${row(1)}\n"${row(2)}\n`, 3],
    ])('%s ends the import with the line, unfinished', async (_, content, line) => {
      const thrown = await run(content, { format: 'csv' }).catch((error: unknown) => error)
      expect(thrown).toMatchObject({ code: 'register_file_unusable', context: { line } })
      const { rows } = await database.pool.query('select finished_at from register_imports')
      expect(rows).toEqual([{ finished_at: null }])
    })

    test('an interrupted import continues', async () => {
      const stop = new AbortController()
      const first = await run(csv(people), {
        format: 'csv',
        signal: stop.signal,
        onProgress: () => stop.abort(),
      })
      expect(first.finished).toBe(false)
      const second = await run(csv(people), { format: 'csv' })
      expect(second).toMatchObject({ resumedAfter: first.done, written: 3000, finished: true })
      expect(await citizenCount()).toBe(3000)
    })
  })
})
